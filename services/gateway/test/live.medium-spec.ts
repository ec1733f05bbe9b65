import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { Redis } from 'ioredis';
import { LivePage } from './live-page.js';
import { type Agent, Market } from './market.js';
import { System } from './system.js';

let system: System;
let market: Market;
const pages: LivePage[] = [];

beforeAll(async () => {
  system = await System.start(undefined, { LIVE_SESSION_CHECK_SECONDS: '1' });
  market = await Market.open(system);
});
afterEach(() => pages.splice(0).forEach((page) => page.close()));
afterAll(() => system.stop());

async function open({ browser }: Pick<Agent, 'browser'>, lastEventId?: string): Promise<LivePage> {
  const page = await LivePage.open(system.gateway.url, browser, lastEventId);
  pages.push(page);
  return page;
}
const headOf = async ({ id }: Agent): Promise<number> => {
  const rows = await system.query<{ head: number }>(
    'lead-router',
    'SELECT head FROM feed_heads WHERE buyer_id = $1',
    [id],
  );
  return rows[0]?.head ?? 0;
};
/** Nothing is under way any more that would change where the feed stands: no registration, no card. */
const settled = (agent: Agent) =>
  eventually(async () => {
    const before = await headOf(agent);
    const underWay = await Promise.all(
      (['accounts', 'billing'] as const).map((service) =>
        system.query(service, 'SELECT FROM outbox LIMIT 1'),
      ),
    );
    return underWay.flat().length === 0 && before > 0 && before === (await headOf(agent)) ? before : false;
  });

describe('a page that listens', () => {
  it('hears where it stands, and then of each sale and delivery as it happens', async () => {
    const buyer = await market.buyer();
    const head = await settled(buyer);
    const page = await open(buyer);
    expect(page.status).toBe(200);
    expect(await page.next('hello')).toMatchObject({ id: String(head), data: { leadId: null } });
    const leadId = await market.sell(buyer);
    const sold = await page.next('lead-sold', leadId);
    const delivered = await page.next('lead-delivered', leadId);
    expect(sold.data).toEqual({ leadId, at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(Number(delivered.id)).toBeGreaterThan(Number(sold.id));
    // Without a gap, and nobody hears of anything twice.
    expect(page.heard.map(({ id }) => Number(id))).toEqual(page.heard.map((_one, index) => head + index));
    expect(Number(page.retry)).toBeLessThanOrEqual(2_000);
  });

  it('is sent events alone: not compressed, not kept, not held back', async () => {
    const { headers } = await open(await market.agent());
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('hears what happens to its own agent alone', async () => {
    const other = await market.agent();
    await settled(other);
    const elsewhere = await open(other);
    const buyer = await market.buyer();
    const page = await open(buyer);
    const leadId = await market.sell(buyer);
    await page.next('lead-delivered', leadId);
    await other.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 3 });
    await elsewhere.next('eligibility-changed');
    expect(elsewhere.kinds()).toEqual(['hello', 'eligibility-changed']);
  });

  it('may be open twice: both hear everything', async () => {
    const buyer = await market.buyer();
    await settled(buyer);
    const [one, two] = [await open(buyer), await open(buyer)];
    await buyer.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 7 });
    const leadId = await market.sell(buyer);
    await Promise.all([one, two].map((page) => page.next('lead-delivered', leadId)));
    const ids = (page: LivePage) => page.heard.map(({ id, event }) => `${id} ${event}`);
    expect(ids(one)).toEqual(ids(two));
  });
});

describe('a page that comes back', () => {
  it('hears first of what happened while it was away, and misses nothing', async () => {
    const buyer = await market.buyer();
    await settled(buyer);
    const before = await open(buyer);
    await before.next('hello');
    before.close();
    const leadId = await market.sell(buyer);
    const limit = await buyer.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 9 });
    expect(limit.status).toBe(200);
    const after = await open(buyer, before.lastId);
    await after.next('eligibility-changed');
    expect(after.heard[0]).toMatchObject({ id: before.lastId, event: 'hello' });
    expect(after.kinds().slice(1)).toEqual(['lead-sold', 'lead-delivered', 'eligibility-changed']);
    expect(after.heard[1]?.data).toMatchObject({ leadId });
    expect(after.heard.map(({ id }) => Number(id))).toEqual(
      after.heard.map((_one, index) => Number(before.lastId) + index),
    );
  });

  it('is brought up to date also over many events', async () => {
    const agent = await market.agent();
    const head = await settled(agent);
    await system.query(
      'lead-router',
      `WITH h AS (UPDATE feed_heads SET head = head + 250 WHERE buyer_id = $1 RETURNING head)
       INSERT INTO buyer_feed (buyer_id, seq, kind, at)
       SELECT $1, head - 250 + i, 'eligibility-changed', now() FROM h, generate_series(1, 250) i`,
      [agent.id],
    );
    const page = await open(agent, String(head));
    await eventually(() => page.lastId === String(head + 250));
    expect(page.heard).toHaveLength(251);
  });

  it('is told to read everything afresh when what it missed is no longer kept, or was never ours', async () => {
    const agent = await market.agent();
    await settled(agent);
    await agent.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 3 });
    const head = String(await settled(agent));
    const ahead = await open(agent, '999999');
    await ahead.next('reset');
    expect(ahead.heard.map(({ id, event }) => `${event} ${id}`)).toEqual(['hello 999999', `reset ${head}`]);
    await system.query('lead-router', 'DELETE FROM buyer_feed WHERE buyer_id = $1 AND seq <= 2', [agent.id]);
    const behind = await open(agent, '1');
    expect((await behind.next('reset')).id).toBe(head);
    await agent.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 4 });
    expect(Number((await behind.next('eligibility-changed')).id)).toBe(Number(head) + 1);
  });

  it.each(['x', '-1', '1.5', '99999999999999999999', '{}'])('with %j begins anew', async (lastEventId) => {
    const agent = await market.agent();
    const head = await settled(agent);
    const page = await open(agent, lastEventId);
    expect((await page.next('hello')).id).toBe(String(head));
    expect(page.kinds()).not.toContain('reset');
  });
});

describe('the end of a stream', () => {
  it('comes soon after its session has ended, and not for others', async () => {
    const agent = await market.agent();
    const elsewhere = system.browser();
    await elsewhere.post('/api/auth/login', { email: agent.email, password: agent.password });
    const [page, kept] = [await open(agent), await open({ browser: elsewhere })];
    await Promise.all([page.next('hello'), kept.next('hello')]);
    await agent.browser.post('/api/auth/logout');
    await eventually(() => page.hasEnded, { timeoutMs: 10_000 });
    expect(kept.hasEnded).toBe(false);
    expect((await open(agent)).status).toBe(401);
  });

  it('comes for the oldest when one agent opens more than ten, which shall not come back at once', async () => {
    const agent = await market.agent();
    const first = await open(agent);
    await first.next('hello');
    const others = await Promise.all(Array.from({ length: 10 }, () => open(agent)));
    await eventually(() => first.hasEnded);
    expect(first.retry).toBe('60000');
    await Promise.all(others.map((page) => page.next('hello')));
    expect(others.filter(({ hasEnded }) => hasEnded)).toEqual([]);
  });

  it('is no use of the session', async () => {
    const agent = await market.agent();
    await system.query(
      'accounts',
      `UPDATE sessions SET expire = now() + interval '1 hour' WHERE user_id = $1`,
      [agent.id],
    );
    const page = await open(agent);
    await page.next('hello');
    const [session] = await system.query<{ hours: number }>(
      'accounts',
      'SELECT extract(epoch FROM expire - now())::float8 / 3600 AS hours FROM sessions WHERE user_id = $1',
      [agent.id],
    );
    expect(session?.hours).toBeLessThan(1.1);
  });
});

describe('when the word of an event is lost', () => {
  it('it is found out all the same, also after Redis was emptied', async () => {
    const buyer = await market.buyer();
    await settled(buyer);
    const page = await open(buyer);
    await page.next('hello');
    const redis = new Redis(system.redis.url);
    const keys = await redis.keys(`*${system.redis.prefix}*`);
    await redis.del(...keys);
    redis.disconnect();
    // Written by no process that could say a word of it.
    await system.query(
      'lead-router',
      `WITH h AS (UPDATE feed_heads SET head = head + 1 WHERE buyer_id = $1 RETURNING head)
       INSERT INTO buyer_feed (buyer_id, seq, kind, at) SELECT $1, head, 'eligibility-changed', now() FROM h`,
      [buyer.id],
    );
    await page.next('eligibility-changed');
    const leadId = await market.sell(buyer);
    await page.next('lead-sold', leadId);
  });

  it('and a page is refused while its feed cannot be read', async () => {
    const agent = await market.agent();
    await settled(agent);
    await system.parts.get('lead-router')?.stop();
    const refused = await open(agent);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('content-type')).toMatch('application/problem+json');
    await system.startService('lead-router');
    const page = await open(agent);
    await page.next('hello');
  });
});

describe('a gateway that is stopped', () => {
  it('ends its streams at once and keeps nobody waiting', async () => {
    const agent = await market.agent();
    const page = await open(agent);
    await page.next('hello');
    const begun = performance.now();
    await system.gateway.close();
    expect(performance.now() - begun).toBeLessThan(10_000);
    await eventually(() => page.hasEnded);
  });
});
