import { RedisLink } from '@desk/bullmq-transport';
import { createTestRedis, eventually } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PhoneTurns } from '../src/ingest/phone-turns.js';
import { waitForRedis } from './patient-redis.js';

const env = { JWT_KEYS: 'test:0123456789abcdef' };
const settings = createTestRedis();
const links: RedisLink[] = [];

async function openTurns(): Promise<PhoneTurns> {
  const link = await RedisLink.connect(settings);
  links.push(link);
  const turns = new PhoneTurns(link, env);
  // Until its own connection is open, work runs without a turn. Any text serves as the phone number.
  await eventually(() => turns.run(link.settings.url, async () => ((await listTurns()) ?? []).length > 0));
  await expectNoTurns();
  return turns;
}
/** A turn ends a moment after its post is answered. */
const expectNoTurns = () => eventually(async () => (await listTurns())?.length === 0);
const listTurns = () => links[0]?.commands.keys(`${links[0].channel('phone-turn')}*`);

let copies: PhoneTurns[];
beforeAll(async () => {
  const endPatience = waitForRedis();
  copies = [await openTurns(), await openTurns()];
  endPatience();
});
afterAll(() => links.forEach((link) => link.close()));

/** Starts work eight times at once, alternating between the copies. Returns the most that ran at the same time. */
async function runTogether(phoneOf: (index: number) => string): Promise<number> {
  let [running, most] = [0, 0];
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running -= 1;
  };
  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => copies[index % 2]?.run(phoneOf(index), work)),
  );
  return most;
}

it('gives one turn at a time for a phone, across both copies', async () => {
  const most = await eventually(async () => {
    const startedAt = performance.now();
    const together = await runTogether(() => '+12125550142');
    // After two seconds, posts go on without a turn.
    return performance.now() - startedAt < 2_000 && together;
  });
  expect(most).toBe(1);
  await expectNoTurns();
});

it('runs posts with different phones at the same time', async () => {
  expect(await runTogether((index) => `+1212555014${index}`)).toBeGreaterThan(1);
});

it('ends the turn of work that fails', async () => {
  const failure = new Error('not accepted');
  await expect(copies[0]?.run('+12125550150', () => Promise.reject(failure))).rejects.toBe(failure);
  await expectNoTurns();
});

it('stops waiting for its turn after a while, without ending the turn of another post', async () => {
  let finish: () => void = () => undefined;
  const first = copies[0]?.run('+12125550160', () => new Promise<void>((resolve) => (finish = resolve)));
  await eventually(async () => ((await listTurns()) ?? []).length > 0);
  expect(await copies[1]?.run('+12125550160', () => Promise.resolve('done'))).toBe('done');
  expect(await listTurns()).toHaveLength(1);
  finish();
  await first;
  await expectNoTurns();
});

it('goes on without a turn while Redis is down', async () => {
  const link = await RedisLink.connect(settings);
  const turns = new PhoneTurns(link, env);
  link.close();
  expect(await turns.run('+12125550170', () => Promise.resolve('done'))).toBe('done');
});
