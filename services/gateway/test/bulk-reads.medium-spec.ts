import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { BulkReads } from '../src/leads/bulk-reads.js';
import type { RunningGateway } from '../src/start-gateway.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { waitForRedis } from './patient-redis.js';
import { type Agent, TestSystem } from './test-system.js';

const REFUSED = 'REAUTHENTICATION_REQUIRED';
/**
 * Leads that an agent may read from one copy before a proof is needed. Lower than in production, because two hundred
 * sales would take minutes.
 */
const LIMIT = 12;
const LEADS = 16;

let system: TestSystem;
let fixture: Fixture;
let strict: RunningGateway;
let redis: Redis;
let agent: Agent;
let leadIds: string[];

interface Page {
  readonly code?: string;
  readonly leads: readonly { id: string }[];
}

beforeAll(async () => {
  const endPatience = waitForRedis();
  system = await TestSystem.start();
  strict = await system.startSecondGateway();
  endPatience();
  fixture = await Fixture.create(system);
  Reflect.set(strict.app.get(BulkReads), 'limit', LIMIT);
  redis = new Redis(system.redis.url);
  agent = await fixture.createBuyer();
  await agent.browser.patch('/api/user/daily-limit', { dailyLeadLimit: LEADS });
  leadIds = [];
  for (let sold = 0; sold < LEADS; sold += 1) leadIds.push(await fixture.sellLead(agent));
});
afterAll(async () => {
  redis.disconnect();
  await system.stop();
});

/** Forgets what was read, and puts the last proof out of date. */
async function start(): Promise<Browser> {
  const keys = await redis.keys(`${system.redis.prefix}*bulk-reads*`);
  if (keys.length > 0) await redis.del(keys);
  await system.setMinutesSinceProof(11, agent.id);
  return agent.browser.copy(strict.url);
}
const entries = (action: string) =>
  system.query<{ route: string }>(
    'accounts',
    "SELECT new_value->>'route' AS route FROM audit_events WHERE actor_id = $1 AND action = $2",
    [agent.id, action],
  );

describe('an agent who pages through their leads', () => {
  it('needs a proof after reading many different leads, but not for reading the same ones again', async () => {
    const browser = await start();
    await system.query('lead-router', 'UPDATE sold_leads SET seen_at = NULL');
    const read = (page: number) => browser.get<Page>(`/api/leads?page=${page}`);
    // A page that is open all day reloads with every event.
    for (let reload = 0; reload < 5; reload += 1) expect((await read(1)).body.leads).toHaveLength(10);
    // What was refused is not remembered as read.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await read(2);
      expect([refused.status, refused.body.code]).toEqual([403, REFUSED]);
      expect(refused.body).not.toHaveProperty('leads');
    }
    const seen = (await read(1)).body.leads.map(({ id }) => id);
    expect(seen).toHaveLength(10);
    const unseen = leadIds.filter((id) => !seen.includes(id));
    // A lead that was withheld from the agent can still be refunded.
    const recorded = await system.query<{ id: string }>(
      'lead-router',
      'SELECT lead_id AS id FROM sold_leads WHERE seen_at IS NOT NULL',
    );
    expect(recorded.map(({ id }) => id).toSorted()).toEqual(seen.toSorted());
    expect((await browser.get<Page>(`/api/leads/${seen[0] ?? ''}`)).status).toBe(200);

    expect((await browser.post('/api/auth/reauthenticate', { password: agent.password })).status).toBe(200);
    for (const [name, value] of browser.cookies) agent.browser.cookies.set(name, value);
    expect(await entries('data-exported')).toEqual([]);
    expect((await read(2)).body.leads).toHaveLength(unseen.length);
    expect(await entries('data-exported')).toEqual([{ route: 'GET /api/leads' }]);
  });

  it('needs a proof also for leads that are opened one by one', async () => {
    const browser = await start();
    const statuses: number[] = [];
    for (const id of leadIds) statuses.push((await browser.get(`/api/leads/${id}`)).status);
    expect(statuses).toEqual([...Array<number>(LIMIT).fill(200), ...Array<number>(LEADS - LIMIT).fill(403)]);
  });

  it('is counted by every copy of the gateway together', async () => {
    const browser = await start();
    expect((await agent.browser.get<Page>('/api/leads')).body.leads).toHaveLength(10);
    expect((await browser.get('/api/leads?page=2')).status).toBe(403);
    expect((await browser.get('/api/leads')).status).toBe(200);
  });
});
