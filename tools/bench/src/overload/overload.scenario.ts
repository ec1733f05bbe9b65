import { setTimeout as pause } from 'node:timers/promises';
import { ratePerSecond } from '../load/load.js';
import { addEmailTimes, type LoadGenerator, startLoadGenerator } from '../load-generator/load-generator.js';
import type { PostSample } from '../load-generator/lead-poster.js';
import { describeMachine, LoadMeter } from '../machine.js';
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';
import { findProcesses, processorTimePer, readProcessorTimes } from '../processes.js';
import type { OnProgress, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { type Backlog, type OverloadResult, toReport } from './report.js';

const CONNECTIONS = 1_024;
const WARM_UP = { kind: 'closed', concurrency: 4, seconds: 30, maxPosts: 300 } as const;
const CAPACITY_SECONDS = 20;
/** The share of the capacity that is used before and after the overload. */
const NORMAL_SHARE = 0.25;
const NORMAL_SECONDS = 15;
const OVERLOAD_FACTOR = 3;

/** Measures what is sold while three times as many leads are posted as the system can sell. */
export const overload: Scenario = (options, onProgress) => {
  onProgress('Starting a test system …');
  return withTestSystem({ agents: options.agents, profile: options.profile }, async (testSystem) => {
    const generator = startLoadGenerator(testSystem, CONNECTIONS);
    try {
      return toReport(await measureOverload({ testSystem, generator, options, onProgress }));
    } finally {
      await generator.close();
    }
  });
};

interface Setup {
  readonly testSystem: TestSystem;
  readonly generator: LoadGenerator;
  readonly options: BenchOptions;
  readonly onProgress: OnProgress;
}

async function measureOverload(setup: Setup): Promise<OverloadResult> {
  const { testSystem, generator, options, onProgress } = setup;
  const { seconds, concurrency, agents } = options;
  const maxPosts = agents * LEADS_PER_AGENT;
  onProgress('Warming up …');
  const warmUp = await generator.run(WARM_UP);
  await drain(testSystem);

  onProgress(`The capacity, with ${concurrency} posts in flight …`);
  const closed = await generator.run({ kind: 'closed', concurrency, seconds: CAPACITY_SECONDS, maxPosts });
  await drain(testSystem);
  await addEmailTimes(testSystem, closed);
  const capacity = ratePerSecond(closed, 'emailedAt');
  const sold = closed.filter(({ leadId }) => leadId !== undefined).length;
  const neededSlots = sold + capacity * (seconds + CAPACITY_SECONDS);
  if (neededSlots > maxPosts)
    throw new Error(`${capacity.toFixed(0)} leads/s need more than ${agents} --agents.`);

  const normalRate = Math.max(1, Math.round(capacity * NORMAL_SHARE));
  const normalLoad = { kind: 'open', ratePerSecond: normalRate, seconds: NORMAL_SECONDS } as const;
  onProgress(`${normalRate} leads per second …`);
  const normal = await generator.run(normalLoad);
  await drain(testSystem);

  const rate = Math.round(capacity * OVERLOAD_FACTOR);
  onProgress(`${rate} leads per second for ${seconds} s: ${OVERLOAD_FACTOR} times the capacity …`);
  const loadMeter = new LoadMeter();
  const {
    posts: flooding,
    processorMs,
    elapsedMs,
    backlogs,
  } = await measureFlood(setup, () => generator.run({ kind: 'open', ratePerSecond: rate, seconds }));
  const load = loadMeter.end();
  onProgress(`${normalRate} leads per second again …`);
  const after = await generator.run(normalLoad);
  await drain(testSystem);

  const posts = [...warmUp, ...closed, ...normal, ...flooding, ...after];
  await addEmailTimes(testSystem, posts);
  onProgress('Checking the invariants …');
  const findings = await checkInvariants(
    testSystem,
    posts.flatMap(({ leadId }) => leadId ?? []),
  );
  return {
    options,
    machine: describeMachine(),
    load,
    measured: { capacity, normal, overload: flooding, after },
    processorMs,
    elapsedMs,
    backlogs,
    errors: posts.flatMap(({ error }) => error ?? []),
    findings,
  };
}

async function measureFlood({ testSystem, generator: { pid } }: Setup, run: () => Promise<PostSample[]>) {
  const processes = { ...findProcesses(testSystem.stack), generator: pid === undefined ? [] : [pid] };
  const before = readProcessorTimes(processes);
  const startedAt = performance.now();
  const end = new AbortController();
  const watching = watchBacklog(testSystem, end.signal);
  try {
    const posts = await run();
    const elapsedMs = performance.now() - startedAt;
    const processorMs = processorTimePer(1, before, readProcessorTimes(processes));
    end.abort();
    return { posts, backlogs: await watching, processorMs, elapsedMs };
  } finally {
    end.abort();
  }
}

const SELECT_BACKLOG = `
  SELECT (SELECT count(*) FROM leads.leads WHERE status = 'available')::int AS waiting,
         (SELECT count(*) FROM leads.leads WHERE status = 'reserved')::int AS reserved,
         (SELECT count(*) FROM notifications.deliveries WHERE status = 'queued')::int AS "unsentEmails"`;
const INTERVAL_MS = 5_000;

/** Reads the backlog every five seconds until `signal` aborts. */
async function watchBacklog({ pool }: TestSystem, signal: AbortSignal): Promise<Backlog[]> {
  const backlogs: Backlog[] = [];
  while (!signal.aborted) {
    backlogs.push(...(await pool.query<Backlog>(SELECT_BACKLOG)).rows);
    await pause(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  return backlogs;
}
