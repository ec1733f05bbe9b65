import { parseArgs } from 'node:util';
import { parseInteger } from '@desk/tool-workload';

export const USAGE = `usage: npm run hostile -- [--requests N] [--seed S] [--operation ID] [--rate PER_SECOND]
                            [--leads PER_SECOND] [--only INDEX]
  Sends hostile requests to a test system of its own while an honest funnel posts leads.
  --requests N       hostile requests (20000)
  --seed S           whole number (1); the same seed sends the same requests
  --operation ID     all requests go to this operation, such as postToAddress
  --rate PER_SECOND  hostile requests per second (50); 0 sends them as fast as they are answered, 4 at a time
  --leads PER_SECOND leads that the honest funnel posts per second (5)
  --only INDEX       prints and sends only this request of the seed`;

export type Options = NonNullable<ReturnType<typeof readOptions>>;

/**
 * Returns undefined for `--help`.
 * @throws Error with one line for an unknown or invalid option
 */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      operation: { type: 'string' },
      rate: { type: 'string', default: '50' },
      leads: { type: 'string', default: '5' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    requests: parseInteger('--requests', values.requests, 1, 1_000_000),
    seed: parseInteger('--seed', values.seed, 0, 2 ** 31 - 1),
    operation: values.operation,
    rate: parseInteger('--rate', values.rate, 0, 1_000),
    leads: parseInteger('--leads', values.leads, 1, 50),
    only: values.only === undefined ? undefined : parseInteger('--only', values.only, 0, 1_000_000),
  };
}
