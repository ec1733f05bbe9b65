import { parseArgs } from 'node:util';
import { type Kind, kinds } from './faults/kinds.js';
import { plants } from './plants/plants.js';

export interface Options {
  readonly cells: number;
  readonly seed: number;
  /** Names of planted bugs; none for a run on the code as it is. */
  readonly plants: readonly string[];
  /** Only these kinds of faults; all when none is named. */
  readonly only: readonly Kind[];
  readonly keep: boolean;
  readonly json: boolean;
}

export const USAGE = `usage: npm run chaos -- [--cells N] [--seed S] [--only FAULT] [--plant NAME|all] [--keep] [--json]
  Kills real processes at named points while leads come in, lets them restart, and checks every promise.
  --cells N     faults to bring about (${kinds.length}, which is each kind once)
  --seed S      whole number from which everything is drawn (1); the same seed gives the same faults
  --only FAULT  this one again and again; with * at its end, those that begin so
  --plant NAME  builds a known bug in, which must be found; \`all\` runs each
  --keep        keeps the folder with data and logs, which otherwise stays only after a violation
  --json        one JSON document at the end instead of lines`;

/** Ends with a plain sentence and no stack. */
export class UsageError extends Error {}

const MAX_CELLS = 1_000;

function whole(name: string, text: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}; it is "${text}"`);
  return value;
}

/** Undefined when only the usage is asked for. Throws `UsageError`. */
export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  const { plant, only } = values;
  if (plant !== undefined && only !== undefined)
    throw new UsageError('--plant brings its own faults, so it does not go with --only');
  const plantNames = plants.map(({ name }) => name);
  if (plant !== undefined && plant !== 'all' && !plantNames.includes(plant))
    throw new UsageError(`--plant must be all or one of:\n  ${plantNames.join('\n  ')}`);
  const chosen = only === undefined ? [] : kinds.filter(({ name }) => isNamed(name, only));
  if (only !== undefined && chosen.length === 0)
    throw new UsageError(`--only must be one of:\n  ${kinds.map(({ name }) => name).join('\n  ')}`);
  return {
    cells: whole('cells', values.cells ?? String(usualCells(chosen.length)), 1, MAX_CELLS),
    seed: whole('seed', values.seed, 0, 2 ** 32 - 1),
    plants: plant === 'all' ? plantNames : plant === undefined ? [] : [plant],
    only: chosen,
    keep: values.keep,
    json: values.json,
  };
}

const isNamed = (name: string, asked: string): boolean =>
  asked.endsWith('*') ? name.startsWith(asked.slice(0, -1)) : name === asked;

/** Each kind once, but a single one three times. */
const usualCells = (chosen: number): number => (chosen === 0 ? kinds.length : Math.max(3, chosen));

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        cells: { type: 'string' },
        seed: { type: 'string', default: '1' },
        plant: { type: 'string' },
        only: { type: 'string' },
        keep: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
