import { setTimeout as pause } from 'node:timers/promises';
import { Transport } from '@desk/bullmq-transport';
import { toMessageKeys } from '@desk/tool-start';
import { ratePerSecond as rateOf } from '../load/load.js';
import {
  addDeliveryTimes,
  type LoadGenerator,
  startLoadGenerator,
} from '../load-generator/load-generator.js';
import { describeMachine, LoadMeter } from '../machine.js';
import { type BenchOptions, LEADS_PER_AGENT } from '../options.js';
import type { OnProgress, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { memoryReaderOptions } from './read-process-memory.js';
import { type SoakResult, toLatencySeries, toReport } from './report.js';
import { Sampler } from './sampler.js';

const CONNECTIONS = 256;
const WARM_UP = { kind: 'closed', concurrency: 4, seconds: 30, maxPosts: 300 } as const;
const SUSTAINED_SECONDS = 20;
const SUSTAINED_SHARE = 0.5;
const SAMPLE_INTERVAL_MS = 10_000;
/** Buyers are created before the rate is known. A faster system is measured at this rate. */
const MAX_RATE = 50;
const SPARE_AGENTS = 8;

/** Measures whether anything grows while leads are sold for a long time at half the rate that the system sustains. */
export const soak: Scenario = (options, onProgress) => {
  const { minutes, soakRate = MAX_RATE } = options;
  const agents = Math.ceil((soakRate * minutes * 60) / LEADS_PER_AGENT) + SPARE_AGENTS;
  onProgress(`Starting a test system with ${agents} buyers …`);
  return withTestSystem({ agents, stackOptions: memoryReaderOptions }, async (testSystem) => {
    const { stack } = testSystem;
    const generator = startLoadGenerator(testSystem, CONNECTIONS);
    const transport = await Transport.connect({
      name: 'gateway',
      url: stack.urls.redis,
      tls: 'off',
      messageKeys: toMessageKeys(stack.secrets, 'gateway'),
    });
    try {
      return toReport(await measureSoak({ testSystem, generator, transport, options, onProgress }));
    } finally {
      await transport.close();
      await generator.close();
    }
  });
};

interface Setup {
  readonly testSystem: TestSystem;
  readonly generator: LoadGenerator;
  readonly transport: Transport;
  readonly options: BenchOptions;
  readonly onProgress: OnProgress;
}

async function measureSoak(setup: Setup): Promise<SoakResult> {
  const { testSystem, generator, transport, options, onProgress } = setup;
  onProgress('Warming up …');
  const warmUp = await generator.run(WARM_UP);
  await drain(testSystem);
  const sustained = options.soakRate === undefined ? await measureSustainedRate(setup) : undefined;
  const ratePerSecond = options.soakRate ?? toSoakRate(sustained?.rate ?? 0);
  const seconds = options.minutes * 60;
  onProgress(`${ratePerSecond} leads per second for ${options.minutes} min …`);

  const sampler = new Sampler(testSystem, transport);
  const end = new AbortController();
  const sampling = sampleUntil(sampler, end.signal);
  const loadMeter = new LoadMeter();
  const posts = await generator.run({ kind: 'open', ratePerSecond, seconds }).finally(() => end.abort());
  const load = loadMeter.end();
  await sampling;
  await drain(testSystem);

  const allPosts = [...warmUp, ...(sustained?.posts ?? []), ...posts];
  await addDeliveryTimes(testSystem, allPosts);
  onProgress('Checking the invariants …');
  const findings = await checkInvariants(
    testSystem,
    allPosts.flatMap(({ leadId }) => leadId ?? []),
  );
  const series = [...toLatencySeries(posts), ...sampler.series];
  const sustainedRate = sustained?.rate;
  return {
    options,
    machine: describeMachine(),
    load,
    sustainedRate,
    ratePerSecond,
    seconds,
    posts,
    series,
    errors: posts.flatMap(({ error }) => error ?? []),
    findings,
  };
}

const toSoakRate = (sustainedRate: number): number =>
  Math.max(1, Math.min(MAX_RATE, Math.floor(sustainedRate * SUSTAINED_SHARE)));

async function measureSustainedRate({ testSystem, generator, options, onProgress }: Setup) {
  const { concurrency } = options;
  onProgress(`The rate it sustains, with ${concurrency} posts in flight …`);
  const maxPosts = (SPARE_AGENTS - 1) * LEADS_PER_AGENT;
  const posts = await generator.run({
    kind: 'closed',
    concurrency,
    seconds: SUSTAINED_SECONDS,
    maxPosts,
  });
  await drain(testSystem);
  await addDeliveryTimes(testSystem, posts);
  return { posts, rate: rateOf(posts, 'emailedAt') };
}

async function sampleUntil(sampler: Sampler, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sampler.sample();
    await pause(SAMPLE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
