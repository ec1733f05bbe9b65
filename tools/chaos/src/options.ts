import { parseArgs } from 'node:util';
import { parseInteger } from '@desk/tool-workload';
import type { FaultKind } from './faults/fault.js';
import { faultKinds } from './faults/fault-kinds.js';
import { mutants } from './mutants/mutants.js';

export type Options = NonNullable<ReturnType<typeof readOptions>>;

export const USAGE = `usage: npm run chaos -- [--trials N] [--seed S] [--copies N] [--only FAULT] [--mutant NAME|all]
                        [--update [--from REVISION]] [--keep] [--json]
  Kills real processes at named points while leads are posted, lets them restart, and checks every invariant.
  --trials N     number of faults to inject (${faultKinds.length}, which is every kind once)
  --seed S       whole number (1); the same seed injects the same faults
  --copies N     1 or 2 processes for each service (2)
  --only FAULT   injects only this fault, or every fault with this prefix if it ends with *
  --mutant NAME  builds in a known bug that the checks must catch; \`all\` runs every mutant
  --update       starts the previous commit (or REVISION) and replaces process after process with this build under load
  --keep         keeps the folder of data and logs, which is otherwise kept only after a violation
  --json         prints one JSON document instead of lines`;

/** Shown without a stack trace. */
export class UsageError extends Error {}

const MAX_TRIALS = 1_000;
/** PostgreSQL has 200 connections, and one copy of every service takes 80. */
const MAX_COPIES = 2;
const DEFAULT_TRIALS_OF_ONE_KIND = 3;

/**
 * Returns undefined for `--help`.
 * @throws UsageError
 */
export function readOptions(args: readonly string[]) {
  try {
    return parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parse(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      trials: { type: 'string' },
      seed: { type: 'string', default: '1' },
      copies: { type: 'string', default: '2' },
      mutant: { type: 'string' },
      only: { type: 'string', multiple: true },
      update: { type: 'boolean', default: false },
      from: { type: 'string', default: 'HEAD~1' },
      keep: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { mutant, only } = values;
  if (mutant !== undefined && only !== undefined)
    throw new Error('--mutant chooses its own faults; it cannot be combined with --only');
  const kinds = [...new Set((only ?? []).flatMap(findKinds))];
  const trials = values.trials ?? String(defaultTrials(kinds.length));
  return {
    trials: parseInteger('--trials', trials, 1, MAX_TRIALS),
    seed: parseInteger('--seed', values.seed, 0, 2 ** 32 - 1),
    /** How many copies of each service run. */
    copies: parseInteger('--copies', values.copies, 1, MAX_COPIES),
    /** Names of mutants; empty to test the code as it is. */
    mutants: mutant === undefined ? [] : findMutants(mutant),
    /** Only these kinds of faults; empty for all. */
    only: kinds,
    /** Revision from which to update; undefined to inject faults. */
    from: values.update ? values.from : undefined,
    keep: values.keep,
    json: values.json,
  };
}

function findKinds(only: string): FaultKind[] {
  const kinds = faultKinds.filter(({ name }) =>
    only.endsWith('*') ? name.startsWith(only.slice(0, -1)) : name === only,
  );
  if (kinds.length > 0) return kinds;
  throw new Error(`--only must be one of:\n  ${faultKinds.map(({ name }) => name).join('\n  ')}`);
}

function findMutants(mutant: string): string[] {
  const names = mutants.map(({ name }) => name);
  if (mutant === 'all') return names;
  if (names.includes(mutant)) return [mutant];
  throw new Error(`--mutant must be all or one of:\n  ${names.join('\n  ')}`);
}

function defaultTrials(chosenKinds: number): number {
  return chosenKinds === 0 ? faultKinds.length : Math.max(DEFAULT_TRIALS_OF_ONE_KIND, chosenKinds);
}
