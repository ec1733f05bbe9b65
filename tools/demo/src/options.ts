import { parseArgs } from 'node:util';
import { parseNumber, parseInteger } from '@desk/tool-workload';

export const USAGE = `usage: npm run demo -- [--leads N] [--seed TEXT] [--rate PER_SECOND] [--wait SECONDS]
  Posts leads to the system that npm start runs, as funnels do, and tracks each until it is delivered or refused.
  --leads  number of posts (50)
  --seed   the same seed yields the same persons; by default they are new
  --rate   posts per second (10), at most 100, which no funnel's limit refuses
  --wait   seconds to track the leads after the last post (60)`;

export type DemoOptions = NonNullable<ReturnType<typeof readOptions>>;

/**
 * Returns undefined for `--help`.
 * @throws Error with one line for an unknown or invalid option
 */
export function readOptions(args: readonly string[], nowMs: number) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      leads: { type: 'string', default: '50' },
      seed: { type: 'string', default: nowMs.toString(36) },
      rate: { type: 'string', default: '10' },
      wait: { type: 'string', default: '60' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    leads: parseInteger('--leads', values.leads, 1, 10_000),
    seed: values.seed,
    rate: parseNumber('--rate', values.rate, 0.1, 100),
    waitSeconds: parseNumber('--wait', values.wait, 1, 3_600),
  };
}
