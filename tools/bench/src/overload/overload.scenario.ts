import type pg from 'pg';
import { ratePerSecond } from '../load/sample.js';
import { addDeliveryTimes } from '../load-generator/add-delivery-times.js';
import { type LoadGenerator, startLoadGenerator } from '../load-generator/load-generator.js';
import type { LoadResult } from '../load-generator/plan.js';
import { describeMachine, LoadMeter } from '../machine.js';
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';
import { findProcesses, processorTimeBetween, readProcessorTimes } from '../processes.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { type Backlog, watchBacklog } from './backlog.js';
import { type OverloadResult, toReport } from './report.js';

const CONNECTIONS = 1_024;
const WARM_UP = { kind: 'closed', concurrency: 4, seconds: 30, maxPosts: 300 } as const;
const CAPACITY_SECONDS = 20;
/** Of the capacity, before and after the overload. */
const NORMAL_SHARE = 0.25;
const NORMAL_SECONDS = 15;
const OVERLOAD_FACTOR = 3;

/** Measures what is sold while three times as many leads are posted as the system can sell. */
export const overload: Scenario = {
  run(options: BenchOptions, onProgress: OnProgress): Promise<Report> {
    onProgress('Starting a test system …');
    return withTestSystem({ agents: options.agents }, async (testSystem, pool) => {
      const generator = startLoadGenerator(testSystem, CONNECTIONS);
      try {
        return toReport(await measureOverload({ testSystem, pool, generator, options, onProgress }));
      } finally {
        await generator.close();
      }
    });
  },
};

interface Setup {
  readonly testSystem: TestSystem;
  readonly pool: pg.Pool;
  readonly generator: LoadGenerator;
  readonly options: BenchOptions;
  readonly onProgress: OnProgress;
}

async function measureOverload(setup: Setup): Promise<OverloadResult> {
  const { testSystem, pool, generator, options, onProgress } = setup;
  const { seconds, concurrency, agents } = options;
  const maxPosts = agents * LEADS_PER_AGENT;
  onProgress('Warming up …');
  const warmUp = await generator.run(WARM_UP);
  await drain(testSystem);

  onProgress(`The capacity, with ${concurrency} posts in flight …`);
  const closed = await generator.run({ kind: 'closed', concurrency, seconds: CAPACITY_SECONDS, maxPosts });
  await drain(testSystem);
  await addDeliveryTimes(pool, closed.posts);
  const capacity = ratePerSecond(closed.posts, 'emailedAt');
  const sold = closed.posts.filter(({ leadId }) => leadId !== undefined).length;
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
  const flood = await measureFlood(setup, () =>
    generator.run({ kind: 'open', ratePerSecond: rate, seconds }),
  );
  const load = loadMeter.end();
  onProgress(`${normalRate} leads per second again …`);
  const after = await generator.run(normalLoad);
  await drain(testSystem);

  const results = [warmUp, closed, normal, flood.result, after];
  const posts = results.flatMap((result) => result.posts);
  await addDeliveryTimes(pool, posts);
  onProgress('Checking the invariants …');
  const findings = await checkInvariants(
    testSystem,
    posts.flatMap(({ leadId }) => leadId ?? []),
  );
  return {
    options,
    machine: describeMachine(),
    load,
    measured: { capacity, normal: normal.posts, overload: flood.result.posts, after: after.posts },
    processorMs: flood.processorMs,
    elapsedMs: flood.elapsedMs,
    backlogs: flood.backlogs,
    posts,
    findings,
  };
}

interface Flood {
  readonly result: LoadResult;
  readonly backlogs: readonly Backlog[];
  /** By process, the generator included. */
  readonly processorMs: Readonly<Record<string, number>>;
  readonly elapsedMs: number;
}

async function measureFlood({ testSystem, pool }: Setup, run: () => Promise<LoadResult>): Promise<Flood> {
  const processes = findProcesses(testSystem.stack);
  const before = readProcessorTimes(processes);
  const startedAt = performance.now();
  const end = new AbortController();
  const watching = watchBacklog(pool, end.signal);
  try {
    const result = await run();
    const elapsedMs = performance.now() - startedAt;
    const used = processorTimeBetween(before, readProcessorTimes(processes));
    end.abort();
    return {
      result,
      backlogs: await watching,
      processorMs: { ...used, generator: result.processorMs },
      elapsedMs,
    };
  } finally {
    end.abort();
  }
}
