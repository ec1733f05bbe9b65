import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RunningGateway } from '../src/start-gateway.js';
import { Browser } from './browser.js';
import { createLead } from './lead-bodies.js';
import { builtFile, run } from './service-process.js';
import { TestSystem } from './test-system.js';

const URL_PATH = '/api/ingest/leads';
let system: TestSystem;
let second: RunningGateway;

beforeAll(async () => {
  system = await TestSystem.start();
  second = await system.startSecondGateway();
});
afterAll(async () => {
  await second.close();
  await system.stop();
});

async function funnelCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [builtFile('services/lead-router', 'cli/funnel-cli.js'), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: system.database.services['lead-router'].url,
        ...env,
      },
    },
  );
  return stdout.trim();
}

/** Posts a new lead at every gateway and returns the statuses. */
function postEverywhere(key: string): Promise<number[]> {
  const gateways = [system.gateway.url, second.url];
  return Promise.all(
    gateways.map(async (url) => {
      const answer = await new Browser(url).send('POST', URL_PATH, JSON.stringify(createLead()), {
        'x-funnel-key': key,
      });
      return answer.status;
    }),
  );
}

const broadcasting = (): NodeJS.ProcessEnv => ({
  REDIS_URL: system.redis.url,
  REDIS_PREFIX: system.redis.prefix,
});

it.each([
  ['with the broadcast', true],
  ['when the broadcast is lost', false],
])('a revoked key is refused by every gateway at once, %s', async (_how, isBroadcast) => {
  const key = await funnelCli(['create', `Funnel ${String(isBroadcast)}`]);
  // Both gateways have cached the key now.
  expect(await postEverywhere(key)).toEqual([201, 201]);
  const output = await funnelCli(['revoke', key], isBroadcast ? broadcasting() : {});
  expect(output).toBe(isBroadcast ? 'revoked; 2 gateways notified' : 'revoked');
  expect(await postEverywhere(key)).toEqual([401, 401]);
});

it('a second key lets a funnel change over before the first is revoked', async () => {
  const first = await funnelCli(['create', 'Changing funnel']);
  const list = await funnelCli(['list']);
  const funnelId = list
    .split('\n')
    .find((line) => line.endsWith('Changing funnel'))
    ?.split('  ')[3];
  const next = await funnelCli(['add-key', funnelId ?? '']);
  expect(await postEverywhere(next)).toEqual([201, 201]);
  await funnelCli(['revoke', first], broadcasting());
  expect(await postEverywhere(next)).toEqual([201, 201]);
  expect(await postEverywhere(first)).toEqual([401, 401]);
});
