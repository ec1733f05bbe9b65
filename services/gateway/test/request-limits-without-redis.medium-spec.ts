import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startRedis } from '@desk/embedded-servers';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RunningGateway } from '../src/start-gateway.js';
import { startLoneGateway } from './lone-gateway.js';
import { waitForRedis } from './patient-redis.js';

// No other service runs: posts without a key need none, and at most 20 in ten seconds are answered.
const LIMIT = 20;
const folder = mkdtempSync(join(tmpdir(), 'desk-limits-'));
let redis: RunningServer;
let copies: RunningGateway[];
let impatient: RunningGateway;

const startCopy = () => startLoneGateway(redis.url, { TRUST_PROXY: 'loopback' });

beforeAll(async () => {
  redis = await startRedis({ dataDir: folder });
  const endPatience = waitForRedis();
  copies = [await startCopy(), await startCopy()];
  endPatience();
  impatient = await startCopy();
});
afterAll(async () => {
  await Promise.all([...copies, impatient].map(({ close }) => close()));
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Posts without a key through these copies, and returns how many posts were not refused. */
async function countAnswered(network: string, posts = 3 * LIMIT, through = copies): Promise<number> {
  const post = async (index: number): Promise<number> => {
    const { url } = through[index % through.length] as RunningGateway;
    const response = await fetch(`${url}/api/ingest/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
      body: '{}',
    });
    await response.text();
    return response.status;
  };
  const statuses = await Promise.all(Array.from({ length: posts }, (_, index) => post(index)));
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 401).length;
}

it('limits a network across both copies, and each copy for itself while Redis is down', async () => {
  expect(await countAnswered('198.51.100.1')).toBe(LIMIT);

  const { port } = redis;
  await redis.stop();
  expect(await countAnswered('198.51.100.2')).toBe(copies.length * LIMIT);

  redis = await startRedis({ dataDir: folder, port });
  let network = 10;
  await eventually(async () => {
    network += 1;
    return (await countAnswered(`198.51.100.${network}`)) === LIMIT;
  });
});

it('waits only briefly for a Redis that does not answer', async () => {
  process.kill(redis.pid, 'SIGSTOP');
  try {
    const startedAt = performance.now();
    expect(await countAnswered('198.51.100.200', 4, [impatient])).toBe(4);
    expect(performance.now() - startedAt).toBeLessThan(4 * 1_000);
  } finally {
    process.kill(redis.pid, 'SIGCONT');
  }
});
