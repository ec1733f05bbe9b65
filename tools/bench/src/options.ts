import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseInteger } from '@desk/tool-workload';

export const USAGE = `usage: npm run bench -- [--scenario NAME] [options]
  Scenarios: lead-path, ingest, enumeration-timing, delivery, lists, routing, overload.
  Measures a test system of its own against baselines measured in the same run.
lead-path
  --rate PER_SECOND   posts per second while latency is measured (20)
  --seconds N         duration of that measurement (30)
  --no-saturate       skips the measurement of the highest rate
  --concurrency N     posts in flight while the highest rate is measured (32)
  --agents N          buyers with 1000 leads a day each (24)
ingest, lists
  --requests N        requests of each kind (300); ingest repeats twice as many with several in flight
  --concurrency N     of ingest: calls in flight (32)
enumeration-timing
  --rounds N          known and unknown email at each route that must not reveal it (1000)
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
lead-path, ingest, delivery, overload
  --profile FOLDER    writes a processor profile of each process, for Chrome's or VS Code's viewer, and what each
                      SQL statement took (statements.txt)`;

/** The highest daily limit an agent can set. */
export const LEADS_PER_AGENT = 1_000;
/** Share of all daily slots that the measurement at a fixed rate may use. The rest is for warm-up and saturation. */
const FIXED_RATE_SHARE = 0.5;

/** Options that are whole numbers: default, minimum and maximum. */
const numbers = {
  rate: [20, 1, 1_000],
  seconds: [30, 1, 3_600],
  concurrency: [32, 1, 512],
  agents: [24, 1, 200],
  requests: [300, 10, 10_000],
  rounds: [1_000, 10, 10_000],
  rows: [1_000_000, 1_001, 10_000_000],
} as const;
type NumberName = keyof typeof numbers;

/** Defaults of scenarios that differ from the general ones. */
const ownDefaults: Readonly<Record<string, Partial<Record<NumberName, number>>>> = {
  overload: { seconds: 60 },
  delivery: { agents: 60 },
};

export type BenchOptions = NonNullable<ReturnType<typeof readOptions>>;

/**
 * Returns undefined for `--help`.
 * @throws Error with one line for an unknown or invalid option
 */
export function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      rate: text,
      seconds: text,
      concurrency: text,
      agents: text,
      requests: text,
      rounds: text,
      rows: text,
      profile: text,
      scenario: { type: 'string', default: 'lead-path' },
      saturate: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  const { scenario, saturate, profile } = values;
  if (values.help) return undefined;
  const read = (name: NumberName): number => {
    const [usual, min, max] = numbers[name];
    return parseInteger(
      `--${name}`,
      values[name] ?? String(ownDefaults[scenario]?.[name] ?? usual),
      min,
      max,
    );
  };
  const chosen = Object.fromEntries(
    Object.keys(numbers).map((name) => [name, read(name as NumberName)]),
  ) as Record<NumberName, number>;
  const { rate, seconds, agents } = chosen;
  if (rate * seconds > agents * LEADS_PER_AGENT * FIXED_RATE_SHARE)
    throw new Error(`${rate * seconds} leads need more than ${agents} --agents.`);
  return {
    ...chosen,
    scenario,
    saturate,
    /** Absolute folder. Undefined: no profiles. */
    profile: profile === undefined ? undefined : resolve(profile),
  };
}
