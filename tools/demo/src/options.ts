import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run demo -- [--leads N] [--seed TEXT] [--rate PER_SECOND] [--wait SECONDS] [--json]
  Posts leads as funnels do to the system that npm start runs, and follows each until it is settled.
  --leads  how many posts (50)
  --seed   the same seed makes the same people; without it they are new ones
  --rate   posts per second (10)
  --wait   for a lead to be settled, after the last post (60)
  --json   prints one JSON document in the place of the table`;

export interface DemoOptions {
  readonly leads: number;
  readonly seed: string;
  readonly rate: number;
  readonly waitSeconds: number;
  readonly json: boolean;
}

/** Undefined when only help is asked for. Throws one plain line on what it does not understand. */
export function readOptions(args: readonly string[], now: number): DemoOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      leads: { type: 'string', default: '50' },
      seed: { type: 'string', default: now.toString(36) },
      rate: { type: 'string', default: '10' },
      wait: { type: 'string', default: '60' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    leads: within('--leads', values.leads, 1, 10_000, true),
    seed: values.seed,
    rate: within('--rate', values.rate, 0.1, 1_000),
    waitSeconds: within('--wait', values.wait, 1, 3_600),
    json: values.json,
  };
}

function within(name: string, text: string, min: number, max: number, isWhole = false): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
  throw new Error(`${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`);
}
