import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `usage: npm run bench -- [--scenario NAME] [options]
  Scenarios: lead-path, ingest, enumeration-timing, delivery, lists, routing, overload, soak.
  Measures a test system of its own against baselines measured in the same run.
lead-path
  --rate PER_SECOND   posts per second while latency is measured (20)
  --seconds N         duration of that measurement (30)
  --no-saturate       skips the measurement of the highest rate
  --concurrency N     posts in flight while the highest rate is measured (32)
  --agents N          buyers with 1000 leads a day each (24)
  --profile FOLDER    writes a processor profile of each process, for Chrome's or VS Code's viewer
ingest, lists
  --requests N        requests of each kind (300); ingest repeats twice as many with several in flight
  --concurrency N     of ingest: calls in flight (32)
enumeration-timing
  --rounds N          known and unknown email at each route that must not tell (1000)
delivery
  --rate PER_SECOND   leads per second while latency is measured (20)
  --concurrency N     posts in flight while the highest rate is measured (32)
  --agents N          agents with four channels each (60)
lists
  --rows N            leads, purchases and deliveries behind the lists, compared with 1000 (1000000)
routing
  --requests N        decisions with each number of buyers (300)
overload
  --seconds N         duration of the overload (60)
  --concurrency N     posts in flight while the capacity is measured (32)
  --agents N          buyers with 1000 leads a day each (24)
soak
  --minutes N         duration (30)
  --rate PER_SECOND   posts per second (half of what the system sustains)
all
  --json              prints one JSON document instead of tables`;

export interface BenchOptions {
  readonly scenario: string;
  readonly rate: number;
  /** Undefined: half of what the system sustains. */
  readonly soakRate: number | undefined;
  readonly minutes: number;
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
      rate: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string', default: '30' },
      saturate: { type: 'boolean', default: true },
      concurrency: { type: 'string', default: '32' },
      agents: { type: 'string' },
      profile: { type: 'string' },
      requests: { type: 'string', default: '300' },
      rounds: { type: 'string', default: '1000' },
      rows: { type: 'string', default: '1000000' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const rate = parseWhole('--rate', values.rate ?? '20', 1, 1_000);
  const defaultSeconds = values.scenario === 'overload' ? '60' : '30';
  const defaultAgents = values.scenario === 'delivery' ? '60' : '24';
  const options = {
    scenario: values.scenario,
    rate,
    soakRate: values.rate === undefined ? undefined : rate,
    seconds: parseWhole('--seconds', values.seconds ?? defaultSeconds, 1, 3_600),
    minutes: parseWhole('--minutes', values.minutes, 1, 1_440),
    saturate: values.saturate,
    concurrency: parseWhole('--concurrency', values.concurrency, 1, 512),
    agents: parseWhole('--agents', values.agents ?? defaultAgents, 1, 200),
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
