import { type Random, seededRandom } from '@desk/tool-workload';
import type { Circumstance, FaultKind } from '../faults/fault.js';

/** One fault in one circumstance, during a burst of leads. */
export type Trial = ReturnType<typeof planTrials>[number];

interface PlanOptions {
  readonly trials: number;
  readonly seed: number;
  readonly kinds: readonly FaultKind[];
  /** Replaces the random circumstance of kinds that require none. */
  readonly circumstance?: Circumstance;
}

/** `plain` is listed twice because it should come up more often. */
const randomCircumstances = [
  'plain',
  'plain',
  'cascade',
  'issuer-away',
  'eligibility',
  'limit',
  'scarce',
  'opt-out',
] as const;

/** Trials that run before the system has to drain. A fault may then meet what the previous one left behind. */
const BATCH_SIZE = 3;

const isSignUp = ({ circumstance }: { readonly circumstance?: Circumstance }): boolean =>
  circumstance === 'sign-up';

/**
 * Uses every kind before it repeats one. Sign-ups come together, because each takes long to drain. Trials that need
 * another system come last.
 */
export function planTrials({ trials, seed, kinds, circumstance }: PlanOptions) {
  const random = seededRandom(seed);
  const chosen = drawKinds(trials, kinds, random);
  const usual = chosen.filter(({ needsShortTimes }) => needsShortTimes !== true);
  const ordered = [
    ...usual.filter((kind) => !isSignUp(kind)),
    ...usual.filter(isSignUp),
    ...chosen.filter(({ needsShortTimes }) => needsShortTimes === true),
  ];
  return ordered.map((kind, index) => ({
    number: index + 1,
    kind,
    circumstance: kind.circumstance ?? circumstance ?? random.helpers.arrayElement(randomCircumstances),
    leads: random.number.int({ min: 4, max: 8 }),
    /** Seed of the random decisions within the trial. */
    seed: random.number.int({ max: 2 ** 31 }),
  }));
}

function drawKinds(count: number, kinds: readonly FaultKind[], random: Random): FaultKind[] {
  const drawn: FaultKind[] = [];
  while (drawn.length < count && kinds.length > 0) drawn.push(...random.helpers.shuffle(kinds));
  return drawn.slice(0, count);
}

/** Groups trials that drain together. All sign-ups form one batch. */
export function toBatches(trials: readonly Trial[], size = BATCH_SIZE): Trial[][] {
  const batches: Trial[][] = [];
  for (const trial of trials) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const fits = isSignUp(trial)
      ? first !== undefined && isSignUp(first)
      : last !== undefined && last.length < size;
    if (fits && last) last.push(trial);
    else batches.push([trial]);
  }
  return batches;
}

/** Groups trials by the system that they need. */
export const toGroups = (trials: readonly Trial[]) =>
  [false, true]
    .map((hasShortTimes) => ({
      hasShortTimes,
      trials: trials.filter(({ kind }) => (kind.needsShortTimes ?? false) === hasShortTimes),
    }))
    .filter((group) => group.trials.length > 0);
