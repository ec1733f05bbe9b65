import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run bench -- [--scenario line|api|pairs|lists] [options]
  Measures on a system of its own, beside floors measured in the same run.
line
  --rate PER_SECOND   posts per second while latency is measured (20)
  --seconds N         for how long (30)
  --no-saturate       leaves out the sustained rate
  --concurrency N     posts in flight while the sustained rate is measured (32)
  --agents N          buyers, of 1000 leads a day each (24)
api
  --requests N        of each kind (300), for lists one after the other, for api besides twice as many 16 at once
pairs
  --pairs N           known and unknown address at sign-in and at forgot-password (1000)
lists
  --rows N            leads, purchases and deliveries behind the lists, beside 1000 (1000000)
all
  --json              prints one JSON document in the place of the tables`;

export interface BenchOptions {
  readonly scenario: string;
  readonly rate: number;
  readonly seconds: number;
  readonly saturate: boolean;
  readonly concurrency: number;
  readonly agents: number;
  readonly requests: number;
  readonly pairs: number;
  readonly rows: number;
  readonly json: boolean;
}

/** Undefined when only help is asked for. Throws one plain line on what it does not understand. */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      scenario: { type: 'string', default: 'line' },
      rate: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '30' },
      saturate: { type: 'boolean', default: true },
      concurrency: { type: 'string', default: '32' },
      agents: { type: 'string', default: '24' },
      requests: { type: 'string', default: '300' },
      pairs: { type: 'string', default: '1000' },
      rows: { type: 'string', default: '1000000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const options = {
    scenario: values.scenario,
    rate: within('--rate', values.rate, 1, 1_000),
    seconds: within('--seconds', values.seconds, 1, 3_600),
    saturate: values.saturate,
    concurrency: within('--concurrency', values.concurrency, 1, 512),
    agents: within('--agents', values.agents, 1, 200),
    requests: within('--requests', values.requests, 10, 10_000),
    pairs: within('--pairs', values.pairs, 10, 10_000),
    rows: within('--rows', values.rows, 1_001, 10_000_000),
    json: values.json,
  };
  const most = options.agents * LEADS_PER_AGENT * SHARE_FOR_THE_RATE;
  if (options.rate * options.seconds > most)
    throw new Error(`${options.rate * options.seconds} leads need more than ${options.agents} --agents.`);
  return options;
}

/** The highest daily limit there is. */
export const LEADS_PER_AGENT = 1_000;
/** The rest is for warming up and for the sustained rate. */
const SHARE_FOR_THE_RATE = 0.5;

function within(name: string, text: string, min: number, max: number): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
}
