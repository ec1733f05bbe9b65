import { Clock } from '@desk/tool-workload';
import { describeMachine, LoadMeter } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { openCalls } from './calls.js';
import { Measurement } from './measurement.js';
import { type ApiResult, toReport } from './report.js';

/** Equal to the highest concurrency, so that requests do not wait for each other's row locks. */
const AGENTS = 16;
const ROUNDS = 6;
const WARM_UP = { concurrency: 4, requests: 100, rounds: 1 };

/** Measures the requests of a signed-in agent against an endpoint that does almost nothing. */
export const api: Scenario = {
  run(options: BenchOptions, onProgress: OnProgress): Promise<Report> {
    onProgress('Starting a test system …');
    return withTestSystem({ agents: AGENTS }, async (testSystem) =>
      toReport(await measureApi(testSystem, options, onProgress)),
    );
  },
};

async function measureApi(
  testSystem: TestSystem,
  { requests }: BenchOptions,
  onProgress: OnProgress,
): Promise<ApiResult> {
  const { calls, close } = await openCalls(testSystem, AGENTS);
  try {
    const measurement = new Measurement(calls, new Clock());
    onProgress('Warming up …');
    await measurement.run(WARM_UP);
    await drain(testSystem);

    const loadMeter = new LoadMeter();
    const phases: ApiResult['phases'][number][] = [];
    for (const phase of [
      { concurrency: 1, requests },
      { concurrency: AGENTS, requests: requests * 2 },
    ]) {
      onProgress(`${phase.requests} requests of each kind, ${phase.concurrency} in flight …`);
      phases.push({ ...phase, samples: await measurement.run({ ...phase, rounds: ROUNDS }) });
    }
    const load = loadMeter.end();

    onProgress('Checking the invariants …');
    await drain(testSystem);
    return { machine: describeMachine(), load, phases, findings: await checkInvariants(testSystem) };
  } finally {
    await close();
  }
}
