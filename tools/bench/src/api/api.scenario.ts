import { verify } from '@desk/tool-verify';
import { Clock } from '../load/clock.js';
import { describeMachine, Load } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { Report, Scenario } from '../scenarios.js';
import { createWorld, drain, type World } from '../world.js';
import { openCalls } from './calls.js';
import { Measurement } from './measure.js';
import { type ApiResult, toReport } from './report.js';

/** As many as requests at once, so that they do not wait for each other's rows. */
const AGENTS = 16;
const ROUNDS = 6;
const WARM_UP = { concurrency: 4, requests: 100, rounds: 1 };

type Say = (progress: string) => void;

/** What a signed-in agent's requests take, beside an endpoint that does next to nothing. */
export const api: Scenario = {
  async run(options: BenchOptions, say: Say): Promise<Report> {
    say('Starting a system …');
    const world = await createWorld(AGENTS);
    try {
      return toReport(await measureApi(world, options, say));
    } finally {
      await world.close();
    }
  },
};

async function measureApi(world: World, { requests }: BenchOptions, say: Say): Promise<ApiResult> {
  const { calls, close } = await openCalls(world, AGENTS);
  try {
    const measurement = new Measurement(calls, new Clock());
    say('Warming up …');
    await measurement.run(WARM_UP);
    await drain(world);

    const load = new Load();
    const phases: ApiResult['phases'][number][] = [];
    for (const phase of [
      { concurrency: 1, requests },
      { concurrency: AGENTS, requests: requests * 2 },
    ]) {
      say(`${phase.requests} requests of each kind, ${phase.concurrency} at once …`);
      phases.push({ ...phase, samples: await measurement.run({ ...phase, rounds: ROUNDS }) });
    }
    const measuredLoad = load.end();

    say('Checking the promises …');
    await drain(world);
    const { stripe, verifyDatabaseUrl: databaseUrl } = world.system;
    const findings = await verify({ databaseUrl, stripe, acknowledged: [] });
    return { machine: describeMachine(), load: measuredLoad, phases, findings };
  } finally {
    await close();
  }
}
