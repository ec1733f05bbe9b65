import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { UNATTENDED_HEADER } from '@desk/contracts';
import { Redis } from 'ioredis';
import { LivePage } from './live-page.js';
import { Fixture } from './fixture.js';
import { type Agent, TestSystem } from './test-system.js';

let system: TestSystem;
let fixture: Fixture;
const pages: LivePage[] = [];

beforeAll(async () => {
  system = await TestSystem.start({ gateway: { LIVE_SESSION_CHECK_SECONDS: '1' } });
  fixture = await Fixture.create(system);
});
afterEach(() => pages.splice(0).forEach((page) => page.close()));
afterAll(() => system.stop());

async function open({ browser }: Agent, lastEventId?: string): Promise<LivePage> {
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
/** Waits until no pending event can change the feed's head, such as a registration or a saved card. Returns it. */
const waitForStableHead = (agent: Agent) =>
  eventually(async () => {
    const before = await headOf(agent);
    const pending = await Promise.all(
      (['accounts', 'billing'] as const).map((service) =>
        system.query(service, 'SELECT FROM outbox LIMIT 1'),
      ),
    );
    return pending.flat().length === 0 && before > 0 && before === (await headOf(agent)) ? before : false;
  });

describe('an open page', () => {
  it('receives its position, then each sale and delivery as it happens', async () => {
    const buyer = await fixture.createBuyer();
    const head = await waitForStableHead(buyer);
    const page = await open(buyer);
    expect(page.status).toBe(200);
    expect(await page.waitFor('hello')).toMatchObject({ id: String(head), data: { leadId: null } });
    const leadId = await fixture.sellLead(buyer);
    const sold = await page.waitFor('lead-sold', leadId);
    const delivered = await page.waitFor('lead-delivered', leadId);
    expect(sold.data).toEqual({ leadId, at: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(Number(delivered.id)).toBeGreaterThan(Number(sold.id));
    // Without gaps or duplicates.
    expect(page.events.map(({ id }) => Number(id))).toEqual(page.events.map((_one, index) => head + index));
    expect(Number(page.retry)).toBeLessThanOrEqual(2_000);
  });

  it('receives events uncompressed, uncached and unbuffered', async () => {
    const { headers } = await open(await system.registerAgent());
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(headers.get('content-encoding')).toBeNull();
  });

  it("receives only its own agent's events", async () => {
    const other = await system.registerAgent();
    await waitForStableHead(other);
    const otherPage = await open(other);
    const buyer = await fixture.createBuyer();
    const page = await open(buyer);
    const leadId = await fixture.sellLead(buyer);
    await page.waitFor('lead-delivered', leadId);
    await other.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 3 });
    await otherPage.waitFor('eligibility-changed');
    expect(otherPage.kinds()).toEqual(['hello', 'eligibility-changed']);
  });

  it('receives every event in each of two tabs', async () => {
    const buyer = await fixture.createBuyer();
    await waitForStableHead(buyer);
    const [one, two] = [await open(buyer), await open(buyer)];
    await buyer.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 7 });
    const leadId = await fixture.sellLead(buyer);
    await Promise.all([one, two].map((page) => page.waitFor('lead-delivered', leadId)));
    const ids = (page: LivePage) => page.events.map(({ id, event }) => `${id} ${event}`);
    expect(ids(one)).toEqual(ids(two));
  });
});

describe('a page that reconnects', () => {
  it('first receives what it missed, without gaps', async () => {
    const buyer = await fixture.createBuyer();
    await waitForStableHead(buyer);
    const before = await open(buyer);
    await before.waitFor('hello');
    before.close();
    const leadId = await fixture.sellLead(buyer);
    const limit = await buyer.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 9 });
    expect(limit.status).toBe(200);
    const after = await open(buyer, before.lastId);
    await after.waitFor('eligibility-changed');
    expect(after.events[0]).toMatchObject({ id: before.lastId, event: 'hello' });
    expect(after.kinds().slice(1)).toEqual(['lead-sold', 'lead-delivered', 'eligibility-changed']);
    expect(after.events[1]?.data).toMatchObject({ leadId });
    expect(after.events.map(({ id }) => Number(id))).toEqual(
      after.events.map((_one, index) => Number(before.lastId) + index),
    );
  });

  it('catches up over many events', async () => {
    const agent = await system.registerAgent();
    const head = await waitForStableHead(agent);
    await system.query(
      'lead-router',
      `WITH h AS (UPDATE feed_heads SET head = head + 250 WHERE buyer_id = $1 RETURNING head)
       INSERT INTO buyer_feed (buyer_id, seq, kind, at)
       SELECT $1, head - 250 + i, 'eligibility-changed', now() FROM h, generate_series(1, 250) i`,
      [agent.id],
    );
    const page = await open(agent, String(head));
    await eventually(() => page.lastId === String(head + 250));
    expect(page.events).toHaveLength(251);
  });

  it('is reset if its position is no longer stored, or never existed', async () => {
    const agent = await system.registerAgent();
    await waitForStableHead(agent);
    await agent.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 3 });
    const head = String(await waitForStableHead(agent));
    const ahead = await open(agent, '999999');
    await ahead.waitFor('reset');
    expect(ahead.events.map(({ id, event }) => `${event} ${id}`)).toEqual(['hello 999999', `reset ${head}`]);
    await system.query('lead-router', 'DELETE FROM buyer_feed WHERE buyer_id = $1 AND seq <= 2', [agent.id]);
    const behind = await open(agent, '1');
    expect((await behind.waitFor('reset')).id).toBe(head);
    await agent.browser.patch('/api/user/daily-limit', { dailyLeadLimit: 4 });
    expect(Number((await behind.waitFor('eligibility-changed')).id)).toBe(Number(head) + 1);
  });

  it('starts at the head for an invalid position', async () => {
    const agent = await system.registerAgent();
    const head = await waitForStableHead(agent);
    const page = await open(agent, '-1');
    expect((await page.waitFor('hello')).id).toBe(String(head));
    expect(page.kinds()).not.toContain('reset');
  });
});

describe('a stream', () => {
  it('ends soon after its session expires, which nothing announces, and others go on', async () => {
    const [agent, other] = [await system.registerAgent(), await system.registerAgent()];
    const [page, kept] = [await open(agent), await open(other)];
    await Promise.all([page.waitFor('hello'), kept.waitFor('hello')]);
    await system.query('accounts', `UPDATE sessions SET expire = now() - interval '1 s' WHERE user_id = $1`, [
      agent.id,
    ]);
    await eventually(() => page.hasEnded);
    expect(kept.hasEnded).toBe(false);
    expect((await open(agent)).status).toBe(401);
  });

  it('is ended for the oldest of eleven pages, which then waits a minute to reconnect', async () => {
    const agent = await system.registerAgent();
    const first = await open(agent);
    await first.waitFor('hello');
    const others = await Promise.all(Array.from({ length: 10 }, () => open(agent)));
    await eventually(() => first.hasEnded);
    expect(first.retry).toBe('60000');
    await Promise.all(others.map((page) => page.waitFor('hello')));
    expect(others.filter(({ hasEnded }) => hasEnded)).toEqual([]);
  });
});

describe('the session of a page that nobody uses', () => {
  it.each([
    ['its event stream', (agent: Agent) => open(agent).then((page) => page.waitFor('hello'))],
    ['its other requests', ({ browser }: Agent) => browser.get('/api/leads', { [UNATTENDED_HEADER]: '1' })],
  ])('is not extended by %s', async (_what, send) => {
    const agent = await system.registerAgent();
    await system.query(
      'accounts',
      `UPDATE sessions SET expire = now() + interval '1 hour' WHERE user_id = $1`,
      [agent.id],
    );
    await send(agent);
    const [session] = await system.query<{ hours: number }>(
      'accounts',
      'SELECT extract(epoch FROM expire - now())::float8 / 3600 AS hours FROM sessions WHERE user_id = $1',
      [agent.id],
    );
    expect(session?.hours).toBeLessThan(1.1);
  });
});

describe('an outage', () => {
  it('of the broadcast delays events but loses none, even if Redis is emptied', async () => {
    const buyer = await fixture.createBuyer();
    await waitForStableHead(buyer);
    const page = await open(buyer);
    await page.waitFor('hello');
    const redis = new Redis(system.redis.url);
    const keys = await redis.keys(`*${system.redis.prefix}*`);
    await redis.del(...keys);
    redis.disconnect();
    // Inserted directly, so that nothing is broadcast.
    await system.query(
      'lead-router',
      `WITH h AS (UPDATE feed_heads SET head = head + 1 WHERE buyer_id = $1 RETURNING head)
       INSERT INTO buyer_feed (buyer_id, seq, kind, at) SELECT $1, head, 'eligibility-changed', now() FROM h`,
      [buyer.id],
    );
    await page.waitFor('eligibility-changed');
    const leadId = await fixture.sellLead(buyer);
    await page.waitFor('lead-sold', leadId);
  });

  it('of lead-router answers 503 to new streams', async () => {
    const agent = await system.registerAgent();
    await waitForStableHead(agent);
    await system.processes.get('lead-router')?.stop();
    const rejected = await open(agent);
    expect(rejected.status).toBe(503);
    expect(rejected.headers.get('content-type')).toMatch('application/problem+json');
    await system.startService('lead-router');
    const page = await open(agent);
    await page.waitFor('hello');
  });
});

describe('a gateway that shuts down', () => {
  it('ends its streams promptly', async () => {
    const agent = await system.registerAgent();
    const page = await open(agent);
    await page.waitFor('hello');
    const startedAt = performance.now();
    await system.gateway.close();
    // The server would wait two minutes for silent connections.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    await eventually(() => page.hasEnded);
  });
});
