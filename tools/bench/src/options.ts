import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run bench -- [--scenario lead-path|api|enumeration-timing|lists] [options]
  Measures a test system of its own against baselines measured in the same run.
lead-path
  --rate PER_SECOND   posts per second while latency is measured (20)
  --seconds N         duration of that measurement (30)
  --no-saturate       skips the measurement of the highest rate
  --concurrency N     posts in flight while the highest rate is measured (32)
  --agents N          buyers with 1000 leads a day each (24)
  --profile FOLDER    writes a processor profile of each process, for Chrome's or VS Code's viewer
api, lists
  --requests N        requests of each kind (300); api repeats twice as many with 16 in flight
enumeration-timing
  --rounds N          known and unknown email at each route that must not tell (1000)
lists
  --rows N            leads, purchases and deliveries behind the lists, compared with 1000 (1000000)
all
  --json              prints one JSON document instead of tables`;

export interface BenchOptions {
  readonly scenario: string;
  readonly rate: number;
  readonly seconds: number;
  readonly saturate: boolean;
  readonly concurrency: number;
  readonly agents: number;
  /** Absolute. Undefined: no profiles. */
  readonly profile: string | undefined;
  readonly requests: number;
  readonly rounds: number;
  readonly rows: number;
  readonly json: boolean;
}

/** The highest daily limit an agent can set. */
export const LEADS_PER_AGENT = 1_000;
/** Share of all daily slots that the measurement at a fixed rate may use. The rest is for warm-up and saturation. */
const FIXED_RATE_SHARE = 0.5;

/**
 * Returns undefined for `--help`.
 * @throws Error with one line for an unknown or invalid option
 */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      scenario: { type: 'string', default: 'lead-path' },
      rate: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '30' },
      saturate: { type: 'boolean', default: true },
      concurrency: { type: 'string', default: '32' },
      agents: { type: 'string', default: '24' },
      profile: { type: 'string' },
      requests: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '1000' },
      rows: { type: 'string', default: '1000000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const options = {
    scenario: values.scenario,
    rate: parseWhole('--rate', values.rate, 1, 1_000),
    seconds: parseWhole('--seconds', values.seconds, 1, 3_600),
    saturate: values.saturate,
    concurrency: parseWhole('--concurrency', values.concurrency, 1, 512),
    agents: parseWhole('--agents', values.agents, 1, 200),
    profile: values.profile === undefined ? undefined : resolve(values.profile),
    requests: parseWhole('--requests', values.requests, 10, 10_000),
    rounds: parseWhole('--rounds', values.rounds, 10, 10_000),
    rows: parseWhole('--rows', values.rows, 1_001, 10_000_000),
    json: values.json,
  };
  const leads = options.rate * options.seconds;
  if (leads > options.agents * LEADS_PER_AGENT * FIXED_RATE_SHARE)
    throw new Error(`${leads} leads need more than ${options.agents} --agents.`);
  return options;
}

function parseWhole(name: string, text: string, min: number, max: number): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
}
