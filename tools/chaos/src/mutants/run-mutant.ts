import { NOTHING_STUCK } from '../checks/drain.js';
import { faultKinds } from '../faults/fault-kinds.js';
import { planTrials } from '../plan/plan.js';
import { type BatchResult, runTrials } from '../run/run-trials.js';
import { type TestSystemOptions, withTestSystem } from '../run/test-system.js';
import type { Mutant } from './mutants.js';

/** Shorter than usual, because a mutant may never drain; still well above the lease of a killed sender. */
const DRAIN_TIMEOUT_MS = 50_000;

interface RunMutantOptions extends Pick<TestSystemOptions, 'signal' | 'copies' | 'onKept'> {
  readonly keep: boolean;
  readonly onBatch: (batch: BatchResult, totalTrials: number) => void;
}

/** Builds the bug in, injects the faults that reveal it, and stops once the invariant that it breaks is violated. */
export async function runMutant(
  mutant: Mutant,
  seed: number,
  { signal, copies, keep, onKept, onBatch }: RunMutantOptions,
) {
  const kinds = [...faultKinds.filter(({ name }) => mutant.kinds.includes(name)), ...mutant.ownKinds];
  const { circumstance } = mutant;
  const trials = planTrials({ trials: kinds.length * mutant.rounds, seed, kinds, circumstance });
  return withTestSystem(
    { signal, copies, onKept, editSets: [mutant] },
    async (system) => {
      const batches = await runTrials(system, {
        trials,
        drainTimeoutMs: DRAIN_TIMEOUT_MS,
        onBatch: (batch) => onBatch(batch, trials.length),
        stopAt: mutant.breaks,
        continuesWhenStuck: mutant.alsoBreaks[NOTHING_STUCK] !== undefined,
      });
      const broken = batches.flatMap(({ violations }) => violations.map(({ invariant }) => invariant));
      const violated = [...new Set(broken)];
      return { mutant: mutant.name, isCaught: isCaught(mutant, violated), violated, batches };
    },
    (result) => keep || !result.isCaught,
  );
}

/** Whether the invariant that the mutant breaks was violated, and no unexpected invariant. */
function isCaught({ breaks, alsoBreaks }: Mutant, violated: readonly string[]): boolean {
  const expected = [breaks, ...Object.keys(alsoBreaks)];
  return violated.includes(breaks) && violated.every((invariant) => expected.includes(invariant));
}
