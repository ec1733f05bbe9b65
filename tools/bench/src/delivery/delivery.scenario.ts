import { setTimeout as pause } from 'node:timers/promises';
import { Clock, openLoop } from '@desk/tool-workload';
import type pg from 'pg';
import { closedLoop } from '../load/closed-loop.js';
import { collectSample, type Sample } from '../load/sample.js';
import { LeadPoster } from '../load-generator/lead-poster.js';
import { describeMachine, LoadMeter } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { addChannels, pauseSampleAgents } from './agent-channels.js';
import { type Delivery, toReport } from './report.js';

const LEADS = 1_000;
const WARM_UP_LEADS = 100;
/** No limit: what ends a loop is its number of calls. */
const LOOP_MS = 3_600_000;
const POST_TIMEOUT_MS = 120_000;
const OVERLOAD_PAUSE_MS = 500;

/** Delivers leads over four channels each. */
export const delivery: Scenario = {
  run(options: BenchOptions, onProgress: OnProgress): Promise<Report> {
    const { agents } = options;
    onProgress(`Starting a test system with ${agents} agents of four channels each …`);
    return withTestSystem({ agents }, (testSystem, pool) => measure(testSystem, pool, options, onProgress));
  },
};

async function measure(
  testSystem: TestSystem,
  pool: pg.Pool,
  options: BenchOptions,
  onProgress: OnProgress,
): Promise<Report> {
  const { agents, rate, concurrency } = options;
  await addChannels(testSystem, agents);
  await pauseSampleAgents(testSystem);
  const clock = new Clock();
  const poster = new LeadPoster(testSystem.system);
  const sell = (samples: Sample[]) => (_index: number, dueAt: number) =>
    collectSample(samples, dueAt, async (sample) => {
      sample.leadId = await postUntilAccepted(poster);
    });
  const warmUp: Sample[] = [];
  const atRate: Sample[] = [];
  const saturated: Sample[] = [];
  try {
    onProgress('Warming up …');
    const loop = { durationMs: LOOP_MS, clock };
    await closedLoop({ ...loop, concurrency: 4, maxCalls: WARM_UP_LEADS }, sell(warmUp));
    await drain(testSystem);

    onProgress(`${LEADS} leads at ${rate} per second …`);
    const loadMeter = new LoadMeter();
    await openLoop({ count: LEADS, ratePerSecond: rate, clock }, sell(atRate));
    await drain(testSystem);
    onProgress(`${LEADS} leads, ${concurrency} posts in flight …`);
    await closedLoop({ ...loop, concurrency, maxCalls: LEADS }, sell(saturated));
    await drain(testSystem);
    const load = loadMeter.end();

    onProgress('Checking the invariants …');
    const posts = [...warmUp, ...atRate, ...saturated];
    return toReport({
      options,
      machine: describeMachine(),
      load,
      leads: LEADS,
      atRate: await readDeliveries(pool, atRate),
      saturated: await readDeliveries(pool, saturated),
      errors: posts.flatMap(({ error }) => error ?? []),
      findings: await checkInvariants(
        testSystem,
        posts.flatMap(({ leadId }) => leadId ?? []),
      ),
    });
  } finally {
    poster.close();
  }
}

/** Posts again after a refusal because of overload, which is how intake follows the slowest channel. */
async function postUntilAccepted(poster: LeadPoster): Promise<string> {
  for (const deadline = Date.now() + POST_TIMEOUT_MS; ;)
    try {
      return (await poster.postNext()).leadId;
    } catch (error) {
      if (!(error as Error).message.includes('status 503') || Date.now() > deadline) throw error;
      await pause(OVERLOAD_PAUSE_MS);
    }
}

async function readDeliveries(pool: pg.Pool, samples: readonly Sample[]): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `SELECT d.kind, d.status, d.attempts, (extract(epoch FROM d.queued_at) * 1000)::float8 AS "createdAt",
            (extract(epoch FROM d.sent_at) * 1000)::float8 AS "sentAt",
            (SELECT a.duration_ms::float8 FROM notifications.delivery_attempts a
              WHERE a.delivery_id = d.id ORDER BY a.attempt DESC LIMIT 1) AS "requestMs"
       FROM notifications.deliveries d WHERE d.lead_id = ANY ($1::uuid[])`,
    [samples.flatMap(({ leadId }) => leadId ?? [])],
  );
  return rows;
}
