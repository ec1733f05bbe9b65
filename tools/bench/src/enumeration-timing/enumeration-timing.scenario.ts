import { HttpClient, type Random, seededRandom } from '@desk/tool-workload';
import { describeMachine, LoadMeter } from '../machine.js';
import type { BenchOptions } from '../options.js';
import type { OnProgress, Report, Scenario } from '../scenario.js';
import { checkInvariants, drain, type TestSystem, withTestSystem } from '../test-system.js';
import { compare, type Round } from './compare.js';
import { AGENTS, endpoints } from './endpoints.js';
import { measureRound, type Target } from './measure-round.js';
import { prepareAccounts } from './prepare-accounts.js';
import { type EnumerationTimingResult, toReport } from './report.js';

const WARM_UP_ROUNDS = 60;

/** Measures whether an answer, or the time it takes, reveals that an email has an account. */
export const enumerationTiming: Scenario = {
  run({ rounds }: BenchOptions, onProgress: OnProgress): Promise<Report> {
    onProgress('Starting a test system …');
    return withTestSystem({ agents: AGENTS }, async (testSystem) =>
      toReport(await measureEndpoints(testSystem, rounds, onProgress)),
    );
  },
};

async function measureEndpoints(
  testSystem: TestSystem,
  rounds: number,
  onProgress: OnProgress,
): Promise<EnumerationTimingResult> {
  const http = new HttpClient(testSystem.system.webUrl);
  const random = seededRandom('enumeration timing');
  try {
    const requester = await prepareAccounts(testSystem, http);
    const results: EnumerationTimingResult['endpoints'][number][] = [];
    const loadMeter = new LoadMeter();
    for (const endpoint of endpoints) {
      onProgress(`${endpoint.name}: warming up, then ${rounds} rounds …`);
      const target = { http, endpoint, requester };
      await measureRounds(target, WARM_UP_ROUNDS, random);
      await drain(testSystem);
      const measured = await measureRounds(target, rounds, random);
      results.push({ endpoint: endpoint.name, ...compare(measured, Math.random) });
      await drain(testSystem);
    }
    const load = loadMeter.end();
    onProgress('Checking the invariants …');
    const findings = await checkInvariants(testSystem);
    return { machine: describeMachine(), load, rounds, endpoints: results, findings };
  } finally {
    http.close();
  }
}

async function measureRounds(target: Target, count: number, random: Random): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < count; index += 1) rounds.push(await measureRound(target, index, random));
  return rounds;
}
