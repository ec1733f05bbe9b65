import { Clock } from '@desk/tool-workload';
import { closedLoop, collectSample, type Sample } from '../load/load.js';
import { describeMachine, LoadMeter } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { OnProgress, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { type CallName, callNames, openCalls, type OpenCalls } from './calls.js';
import { type IngestResult, type Measured, type Phase, toReport } from './report.js';

const ROUNDS = 6;
const WARM_UP_REQUESTS = 60;
/** Reached only if no call gets a response. */
const ROUND_TIMEOUT_MS = 120_000;

/** Measures the calls of funnels. There are no agents, so that only intake takes time. */
export const ingest: Scenario = (options, onProgress) => {
  onProgress('Starting a test system …');
  return withTestSystem({ agents: 0, profile: options.profile }, async (testSystem) =>
    toReport(await measureIngest(testSystem, options, onProgress)),
  );
};

async function measureIngest(
  testSystem: TestSystem,
  { requests, concurrency }: BenchOptions,
  onProgress: OnProgress,
): Promise<IngestResult> {
  const { calls, acknowledged, close } = await openCalls(testSystem);
  try {
    onProgress('Warming up …');
    await measure(calls, { concurrency: 4, requests: WARM_UP_REQUESTS });
    await drain(testSystem);

    const loadMeter = new LoadMeter();
    const phases: IngestResult['phases'][number][] = [];
    for (const phase of [
      { concurrency: 1, requests },
      { concurrency, requests: requests * 2 },
    ]) {
      onProgress(`${phase.requests} calls of each kind, ${phase.concurrency} in flight …`);
      phases.push({ ...phase, measured: await measure(calls, phase) });
    }
    const load = loadMeter.end();

    onProgress('Checking the invariants …');
    await drain(testSystem);
    const findings = await checkInvariants(testSystem, acknowledged);
    return { machine: describeMachine(), load, phases, findings };
  } finally {
    await close();
  }
}

/** Makes the calls in rounds of every kind, so that a slow period of the machine affects each equally. */
async function measure(
  calls: OpenCalls['calls'],
  { concurrency, requests }: Phase,
): Promise<Readonly<Record<CallName, Measured>>> {
  const clock = new Clock();
  const measured = Object.fromEntries(
    callNames.map((name) => [name, { samples: [] as Sample[], elapsedMs: 0 }]),
  ) as Record<CallName, { samples: Sample[]; elapsedMs: number }>;
  const options = {
    concurrency,
    durationMs: ROUND_TIMEOUT_MS,
    maxCalls: Math.ceil(requests / ROUNDS),
    clock,
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of callNames) {
      const { samples } = measured[name];
      const startedAt = clock.now();
      await closedLoop(options, (_index, dueAt) =>
        collectSample(samples, dueAt, async (sample) => {
          await calls[name](sample);
          sample.acceptedAt = clock.now();
        }),
      );
      measured[name].elapsedMs += clock.now() - startedAt;
    }
  return measured;
}
