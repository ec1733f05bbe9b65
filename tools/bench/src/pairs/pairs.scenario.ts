import { verify } from '@desk/tool-verify';
import { KeepAlive } from '../api/keep-alive.js';
import { describeMachine, Load } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { Report, Scenario } from '../scenarios.js';
import { createWorld, drain, type World } from '../world.js';
import { askRound, type Endpoint, endpoints } from './ask.js';
import { compare, type Round } from './compare.js';
import { type PairsResult, toReport } from './report.js';

/** Probed in turns, so that no single account is asked for all the time. */
const AGENTS = 16;
const WARM_UP_ROUNDS = 60;

type Say = (progress: string) => void;

/** Whether an answer, or the time it takes, tells that somebody has an account. */
export const pairs: Scenario = {
  async run({ pairs: count }: BenchOptions, say: Say): Promise<Report> {
    say('Starting a system …');
    const world = await createWorld(AGENTS);
    try {
      return toReport(await measurePairs(world, count, say));
    } finally {
      await world.close();
    }
  },
};

async function measurePairs(world: World, count: number, say: Say): Promise<PairsResult> {
  const api = new KeepAlive(world.system.webUrl);
  try {
    const results: PairsResult['endpoints'][number][] = [];
    const load = new Load();
    for (const endpoint of endpoints) {
      say(`${endpoint}: warming up, then ${count} pairs …`);
      await ask(api, endpoint, WARM_UP_ROUNDS);
      await drain(world);
      const rounds = await ask(api, endpoint, count);
      results.push({ endpoint, ...compare(rounds, Math.random) });
      await drain(world);
    }
    const measuredLoad = load.end();
    say('Checking the promises …');
    const { stripe, verifyDatabaseUrl: databaseUrl } = world.system;
    const findings = await verify({ databaseUrl, stripe, acknowledged: [] });
    return { machine: describeMachine(), load: measuredLoad, count, endpoints: results, findings };
  } finally {
    api.close();
  }
}

async function ask(api: KeepAlive, endpoint: Endpoint, count: number): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) rounds.push(await askRound(api, endpoint, index % AGENTS));
  return rounds;
}
