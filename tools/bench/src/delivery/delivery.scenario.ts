import { setTimeout as pause } from 'node:timers/promises';
import { channelKinds, type ChannelKind, channelFacts } from '@desk/contracts';
import { Clock, openLoop } from '@desk/tool-workload';
import type pg from 'pg';
import { BenchFunnel } from '../lead-path/bench-funnel.js';
import { closedLoop } from '../load/closed-loop.js';
import { collectSample, type Sample } from '../load/sample.js';
import { describeMachine, LoadMeter } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { addChannels, pauseSampleAgents } from './agent-channels.js';
import { readDeliveries } from './read-deliveries.js';
import { toReport } from './report.js';
import { SandboxInbox } from './sandbox-inbox.js';
import { createSdks, type Sdks } from './sdks.js';
import type { Measured } from './statistics.js';

const LEADS = 1_000;
const WARM_UP_LEADS = 100;
/** No limit: what ends a loop is its number of calls. */
const LOOP_MS = 3_600_000;
const POST_TIMEOUT_MS = 120_000;
const OVERLOAD_PAUSE_MS = 500;

/** Delivers leads over four channels each, and sends as many messages with the official SDKs alone. */
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
  const { system, ports } = testSystem;
  const { agents, rate, concurrency } = options;
  const inbox = new SandboxInbox(system.sandboxUrl);
  await addChannels(testSystem, agents, inbox);
  await pauseSampleAgents(testSystem);
  const clock = new Clock();
  const funnel = new BenchFunnel(testSystem, clock);
  try {
    onProgress('Warming up …');
    const sell = (samples: Sample[]) => (_index: number, dueAt: number) =>
      collectSample(samples, dueAt, async (sample) => {
        sample.leadId = await postUntilAccepted(funnel);
      });
    const warmUp: Sample[] = [];
    const loop = { durationMs: LOOP_MS, clock };
    await closedLoop({ ...loop, concurrency: 4, maxCalls: WARM_UP_LEADS }, sell(warmUp));
    await drain(testSystem);

    onProgress(`${LEADS} leads at ${rate} per second …`);
    const loadMeter = new LoadMeter();
    const atRate: Sample[] = [];
    await openLoop({ count: LEADS, ratePerSecond: rate, clock }, sell(atRate));
    await drain(testSystem);
    onProgress(`${LEADS} leads, ${concurrency} posts in flight …`);
    const saturated: Sample[] = [];
    await closedLoop({ ...loop, concurrency, maxCalls: LEADS }, sell(saturated));
    await drain(testSystem);

    onProgress('The SDKs alone …');
    const sdks = createSdks(
      { sandboxUrl: system.sandboxUrl, smtpPort: ports.smtp },
      await inbox.leadMessages(),
    );
    const alone = await measureSdks(sdks, rate, clock).finally(() => sdks.close());
    const load = loadMeter.end();

    onProgress('Checking the invariants …');
    const idsOf = (samples: readonly Sample[]): string[] => samples.flatMap(({ leadId }) => leadId ?? []);
    const findings = await checkInvariants(testSystem, idsOf([...warmUp, ...atRate, ...saturated]));
    const calls = [...warmUp, ...atRate, ...saturated, ...channelKinds.flatMap((kind) => allOf(alone[kind]))];
    return toReport({
      options,
      machine: describeMachine(),
      load,
      leads: LEADS,
      measured: {
        atRate: await readDeliveries(pool, idsOf(atRate)),
        saturated: await readDeliveries(pool, idsOf(saturated)),
        sdks: alone,
      },
      errors: calls.flatMap(({ error }) => error ?? []),
      findings,
    });
  } finally {
    funnel.close();
  }
}

/** Posts again after a refusal because of overload, which is how intake follows the slowest channel. */
async function postUntilAccepted(funnel: BenchFunnel): Promise<string> {
  for (const deadline = Date.now() + POST_TIMEOUT_MS; ;)
    try {
      return (await funnel.postNext()).leadId;
    } catch (error) {
      if (!(error as Error).message.includes('status 503') || Date.now() > deadline) throw error;
      await pause(OVERLOAD_PAUSE_MS);
    }
}

type SdkSamples = Measured['sdks'];

const allOf = ({ atRate, saturated }: SdkSamples[ChannelKind]): Sample[] => [...atRate, ...saturated];

/** All four channels at the rate, as the system does; then one after the other, as fast as each can. */
async function measureSdks({ send }: Sdks, rate: number, clock: Clock): Promise<SdkSamples> {
  const empty = (): { atRate: Sample[]; saturated: Sample[] } => ({ atRate: [], saturated: [] });
  const samples = Object.fromEntries(channelKinds.map((kind) => [kind, empty()])) as Record<
    ChannelKind,
    ReturnType<typeof empty>
  >;
  const collect = (kind: ChannelKind, into: Sample[], offset: number) => (index: number, dueAt: number) =>
    collectSample(into, dueAt, async (sample) => {
      await send[kind](offset + index);
      sample.acceptedAt = clock.now();
    });
  const steady = channelKinds.map((kind) => collect(kind, samples[kind].atRate, 0));
  await openLoop({ count: LEADS, ratePerSecond: rate, clock }, async (index, dueAt) => {
    await Promise.all(steady.map((call) => call(index, dueAt)));
  });
  for (const kind of channelKinds)
    await closedLoop(
      { concurrency: channelFacts[kind].concurrency, durationMs: LOOP_MS, maxCalls: LEADS, clock },
      collect(kind, samples[kind].saturated, LEADS),
    );
  return samples;
}
