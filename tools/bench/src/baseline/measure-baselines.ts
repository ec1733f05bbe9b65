import type { Stack } from '@desk/tool-start';
import { type Clock, HttpClient, leadBody, openLoop, PersonGenerator } from '@desk/tool-workload';
import { closedLoop, collectSample, type Sample } from '../load/load.js';
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';
import { startBareServer } from './bare-server.js';
import { type BaselineDatabase, createBaselineDatabase } from './baseline-database.js';
import { LeadReplay } from './lead-replay.js';
import { type RecordedLead, type ReplayPlan, toReplayPlan } from './replay-plan.js';
import type { TableSnapshot } from './table-snapshot.js';

export interface Measured {
  readonly atRate: readonly Sample[];
  readonly saturated: readonly Sample[];
}

export interface Baselines {
  /** The recorded statements of a sold lead. */
  readonly statements: Measured;
  readonly statementCount: number;
  readonly transactionCount: number;
  /** How often a service waited for PostgreSQL. */
  readonly roundTripCount: number;
  /** One insert behind HTTP. */
  readonly http: Measured;
}

export interface BaselineOptions {
  readonly stack: Stack;
  /** The tables before the first lead. */
  readonly snapshot: TableSnapshot;
  readonly lead: RecordedLead;
  readonly bench: BenchOptions;
  readonly clock: Clock;
}

const WARM_UP_CALLS = 200;
const WARM_UP_TIMEOUT_MS = 5_000;
const SATURATION_MS = 10_000;
const MAX_FIXED_RATE_MS = 10_000;

/** Measures both baselines on the server of the measured system. Call it while that system is idle. */
export async function measureBaselines(options: BaselineOptions): Promise<Baselines> {
  const { stack, snapshot, lead } = options;
  const plan = toReplayPlan(lead, snapshot.identifiers);
  const database = await createBaselineDatabase(stack, snapshot);
  try {
    return {
      statements: await measureStatements(options, plan, database.pools),
      statementCount: plan.steps.reduce((sum, { statements }) => sum + statements.length, 0),
      transactionCount: plan.steps.length,
      roundTripCount: lead.steps.reduce((sum, { roundTrips }) => sum + roundTrips, 0),
      http: await measureHttp(options, database.url),
    };
  } finally {
    await database.close();
  }
}

function measureStatements(
  { lead, bench, clock }: BaselineOptions,
  plan: ReplayPlan,
  pools: BaselineDatabase['pools'],
): Promise<Measured> {
  const recordedAt = lead.steps[0]?.startedAt ?? clock.now();
  const replay = new LeadReplay(plan, pools, recordedAt, () => clock.now());
  const persons = new PersonGenerator('baseline statements');
  return measure(bench, clock, (sample) => replay.sell(persons.next(), sample));
}

async function measureHttp({ bench, clock }: BaselineOptions, databaseUrl: string): Promise<Measured> {
  const server = await startBareServer(databaseUrl);
  const http = new HttpClient(server.url);
  const persons = new PersonGenerator('baseline HTTP');
  try {
    return await measure(bench, clock, async (sample) => {
      const { status } = await http.send({ method: 'POST', path: '/', body: leadBody(persons.next()) });
      if (status !== 201) throw new Error(`status ${status}`);
      sample.acceptedAt = clock.now();
    });
  } finally {
    http.close();
    await server.close();
  }
}

async function measure(
  { rate, seconds, concurrency, agents, saturate }: BenchOptions,
  clock: Clock,
  call: (sample: Sample) => Promise<void>,
): Promise<Measured> {
  let count = 0;
  const collectInto = (samples: Sample[]) => (_index: number, dueAt: number) => {
    count += 1;
    return collectSample(samples, dueAt, call);
  };
  const warmUp = { concurrency: 4, durationMs: WARM_UP_TIMEOUT_MS, maxCalls: WARM_UP_CALLS, clock };
  await closedLoop(warmUp, collectInto([]));
  const atRate: Sample[] = [];
  const callsAtRate = Math.min(rate * seconds, (rate * MAX_FIXED_RATE_MS) / 1_000);
  await openLoop({ count: callsAtRate, ratePerSecond: rate, clock }, collectInto(atRate));
  const saturated: Sample[] = [];
  if (saturate) {
    const maxCalls = agents * LEADS_PER_AGENT - count - concurrency;
    await closedLoop({ concurrency, durationMs: SATURATION_MS, maxCalls, clock }, collectInto(saturated));
  }
  return { atRate, saturated };
}
