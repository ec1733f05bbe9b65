import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandClient } from '@desk/bullmq-transport';
import {
  countRejections,
  FUNNEL_KEY_LIMITS,
  type RequestOf,
  routes,
  UNKNOWN_KEY_LIMIT,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RejectionCounter } from '../src/ingest/rejection-counter.js';
import { RequestLimiter } from '../src/request-limits/request-limiter.js';
import type { RunningGateway } from '../src/start-gateway.js';
import { type Answer, Browser } from './browser.js';
import { insertFunnel } from './funnels.js';
import { waitForRedis } from './patient-redis.js';
import { TestSystem } from './test-system.js';

const KEY = 'fk_limits';
const INGEST = '/api/ingest/leads';
let system: TestSystem;
let second: RunningGateway;
let copies: readonly RunningGateway[];

beforeAll(async () => {
  const endPatience = waitForRedis();
  system = await TestSystem.start({ gateway: { RATE_LIMIT_FACTOR: '1' } });
  second = await system.startSecondGateway();
  endPatience();
  copies = [system.gateway, second];
  await insertFunnel(system, KEY);
});
afterAll(() => system.stop());

const copy = (index: number): RunningGateway => copies[index % copies.length] ?? second;
let networks = 0;
/** A network of its own for each test. */
const newNetwork = () => {
  networks += 1;
  return { 'x-forwarded-for': `198.51.100.${networks}` };
};
/** Passes every limit, and is then rejected without a message to another service. */
const postInvalid = async (index: number, headers: Record<string, string>) => {
  const response = await fetch(`${copy(index).url}${INGEST}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  await response.text();
  return response;
};
const countByStatus = (responses: readonly { status: number }[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const countMessages = () => {
  const spies = copies.map(({ app }) => jest.spyOn(app.get(CommandClient), 'send'));
  return {
    names: () => spies.flatMap((spy) => spy.mock.calls.map(([contract]) => contract.name)),
    /** Each is one write; a batch that is sent twice is written once. */
    rejectionCounts: () =>
      spies
        .flatMap((spy) => spy.mock.calls)
        .filter(([contract]) => contract.name === countRejections.name)
        .map(([, request]) => request as RequestOf<typeof countRejections>)
        .filter(
          ({ batchId }, index, batches) => index === batches.findIndex((batch) => batch.batchId === batchId),
        )
        .flatMap(({ counts }) => counts),
    stop: () => spies.forEach((spy) => spy.mockRestore()),
  };
};

describe('a user', () => {
  it('can start 20 card setups an hour, through whichever copy', async () => {
    const { browser } = await system.registerAgent();
    const header = { cookie: browser.cookieHeader(), ...newNetwork() };
    const answers = [];
    for (let index = 0; index < 22; index += 1)
      answers.push(await new Browser(copy(index).url).post('/api/create-setup-intent', {}, header));
    expect(countByStatus(answers)).toEqual({ 200: 20, 429: 2 });
    const refused = answers.at(-1);
    expect(refused?.body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      detail: expect.stringMatching(/^Too many requests\. Please try again in (1 hour|\d+ minutes)\.$/),
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    // The limit is the user's, not the network's.
    const other = await system.registerAgent();
    expect((await other.browser.post('/api/create-setup-intent')).status).toBe(200);
  });

  type Send = (browser: Browser, headers: Record<string, string>) => Promise<Answer>;
  it.each<[what: string, requests: number, send: Send]>([
    [
      'requests for a new confirmation link',
      20,
      (browser, headers) => browser.post('/api/user/resend-confirmation', {}, headers),
    ],
    [
      'changes of the password',
      20,
      (browser, headers) => browser.post('/api/user/change-password', {}, headers),
    ],
    ['changes of the profile', 30, (browser, headers) => browser.patch('/api/user/profile', {}, headers)],
  ])('can send %s %d times an hour, through whichever copy', async (_what, requests, send) => {
    const { browser } = await system.registerAgent();
    const headers = { cookie: browser.cookieHeader(), ...newNetwork() };
    const answers = [];
    for (let index = 0; index < requests + 2; index += 1)
      answers.push(await send(new Browser(copy(index).url), headers));
    expect(answers.slice(0, requests).filter(({ status }) => status === 429)).toEqual([]);
    for (const { status, body, headers: answered } of answers.slice(requests)) {
      expect([status, body['code']]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(answered.get('retry-after'))).toBeGreaterThan(3_000);
    }
    // The limit is the user's, not the network's.
    const other = await system.registerAgent();
    const { status } = await send(other.browser, { 'x-forwarded-for': headers['x-forwarded-for'] });
    expect(status).not.toBe(429);
  });

  it('leaves no readable address or id in Redis', async () => {
    const { browser, id } = await system.registerAgent();
    await browser.get('/api/auth/user', newNetwork());
    await browser.post('/api/create-setup-intent');
    const keys = await system.listRedisKeys('limit.');
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).not.toContain(id);
      expect(key).not.toMatch(/198\.51|127\.0/);
    }
  });
});

describe('a funnel', () => {
  it('can post 100 leads a second with bursts of 200 while others flood from its network', async () => {
    const network = newNetwork();
    const warm = await postInvalid(0, { ...network, 'x-funnel-key': KEY });
    expect(warm.status).toBe(422);
    await postInvalid(1, { ...network, 'x-funnel-key': KEY });
    const posts: Promise<Response>[] = [];
    const flood: Promise<Response>[] = [];
    const send = (count: number): void => {
      for (let index = 0; index < count; index += 1)
        posts.push(postInvalid(index, { ...network, 'x-funnel-key': KEY }));
      for (let index = 0; index < 5; index += 1)
        flood.push(postInvalid(index, { ...network, 'x-funnel-key': `wrong ${posts.length} ${index}` }));
    };
    send(200);
    for (let tick = 0; tick < 30; tick += 1) {
      await pause(100);
      send(10);
    }
    expect(countByStatus(await Promise.all(posts))).toEqual({ 422: 500 });
    expect(countByStatus(await Promise.all(flood))).toMatchObject({ 429: expect.any(Number) });
  });

  it('is refused far above its limit, and the refusal says when to retry', async () => {
    const path = routes.postLead.path;
    const keyHash = createHash('sha256').update(KEY).digest('hex');
    const exceedLimits = async (): Promise<void> => {
      for (const limit of FUNNEL_KEY_LIMITS)
        await Promise.allSettled(
          Array.from({ length: limit.requests }, (_, index) =>
            copy(index).app.get(RequestLimiter).countRequest(path, limit, keyHash),
          ),
        );
    };
    // A copy counts by itself what Redis does not answer within 100 ms, and a window may end meanwhile.
    const refusals = await eventually(async () => {
      await exceedLimits();
      const answers = [];
      for (const index of [0, 1])
        answers.push(await postInvalid(index, { ...newNetwork(), 'x-funnel-key': KEY }));
      return answers.every(({ status }) => status === 429) && answers;
    });
    for (const { headers } of refusals) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a flood of unknown keys', () => {
  it('costs a bounded number of messages and no write per post, and is counted', async () => {
    await Promise.all(copies.map(({ app }) => app.get(RejectionCounter).flush()));
    const count = async (): Promise<number> => {
      const rows = await system.query<{ count: number }>(
        'lead-router',
        "SELECT COALESCE(sum(count), 0)::int AS count FROM rejections WHERE reason IN ('unknown_key', 'too_many_requests')",
      );
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    const messages = countMessages();
    const network = newNetwork();
    const responses: Response[] = [];
    const startedAt = performance.now();
    const together = 10;
    for (let round = 0; round < 500 / together; round += 1)
      responses.push(
        ...(await Promise.all(
          Array.from({ length: together }, (_, index) =>
            postInvalid(index, { ...network, 'x-funnel-key': `unknown ${round} ${index}` }),
          ),
        )),
      );
    // The counts were flushed every five seconds, and are flushed now.
    await Promise.all(copies.map(({ app }) => app.get(RejectionCounter).flush()));
    const names = messages.names();
    const written = messages.rejectionCounts();
    messages.stop();
    const seconds = (performance.now() - startedAt) / 1_000;
    const windows = Math.floor(seconds / UNKNOWN_KEY_LIMIT.seconds) + 2;
    expect(names).not.toContain('funnels.authenticate');
    // Each copy reads the keys that exist at most ten times a second.
    expect(names.filter((name) => name === 'funnels.list-live-keys').length).toBeLessThanOrEqual(
      copies.length * (10 * seconds + 1),
    );
    expect(names.filter((name) => name === 'funnels.count-rejections').length).toBeLessThanOrEqual(
      6 * windows,
    );
    expect(countByStatus(responses)[429]).toBeGreaterThan(0);

    expect((await count()) - before).toBe(500);
    expect(written.reduce((sum, { count: rejected }) => sum + rejected, 0)).toBe(500);
    // Two reasons and two copies, in each of the periodic flushes.
    expect(written.length).toBeLessThanOrEqual(16 * windows);
  });

  it('blocks no valid key from the same network, not even a new one', async () => {
    const network = newNetwork();
    // The window may end before the last post.
    await eventually(async () => {
      for (const headers of [{}, { 'x-funnel-key': 'wrong' }])
        await Promise.all(
          Array.from({ length: 25 }, (_, index) => postInvalid(index, { ...network, ...headers })),
        );
      return (await postInvalid(0, network)).status === 429;
    });
    const key = `fk_fresh_${randomUUID()}`;
    await insertFunnel(system, key);
    const answers = await Promise.all(
      copies.map((_, index) => postInvalid(index, { ...network, 'x-funnel-key': key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
  });

  it('from many networks costs each copy at most ten messages a second', async () => {
    const messages = countMessages();
    const startedAt = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 600 }, (_, index) =>
        postInvalid(0, {
          'x-forwarded-for': `2001:db8:${index.toString(16)}::1`,
          'x-funnel-key': `unknown from many ${index}`,
        }),
      ),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const names = messages.names();
    messages.stop();
    expect(names).not.toContain('funnels.authenticate');
    expect(names.filter((name) => name === 'funnels.list-live-keys').length).toBeLessThanOrEqual(
      10 * seconds + 1,
    );
    expect(countByStatus(responses)).toEqual({ 401: 600 });
  });

  it('reads the keys once for simultaneous posts', async () => {
    const messages = countMessages();
    const network = newNetwork();
    await Promise.all(
      Array.from({ length: 10 }, () => postInvalid(1, { ...network, 'x-funnel-key': 'unknown together' })),
    );
    expect(messages.names().filter((name) => name === 'funnels.list-live-keys')).toHaveLength(1);
    messages.stop();
  });
});
