import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { RunningGateway } from '../src/start-gateway.js';
import type { Browser } from './browser.js';
import { TestSystem } from './test-system.js';

/** Two copies of accounts, lead-router and gateway. */
let system: TestSystem;
let secondGateway: RunningGateway;
let database: pg.Client;

beforeAll(async () => {
  system = await TestSystem.start();
  await Promise.all([
    system.startService('accounts', 'accounts-2'),
    system.startService('lead-router', 'lead-router-2'),
  ]);
  secondGateway = await system.startSecondGateway();
  database = new pg.Client({ connectionString: system.database.adminUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await system.stop();
});

const userOf = async (browser: Browser) => (await browser.get('/api/auth/user')).body;
const toggle = (browser: Browser, serviceEnabled: boolean) =>
  browser.patch<{ code?: string }>('/api/user/service-toggle', { serviceEnabled });
const setLimit = (browser: Browser, dailyLeadLimit: number) =>
  browser.patch('/api/user/daily-limit', { dailyLeadLimit });

const readSettings = async (service: ServiceName, table: string, id: string) => {
  const [row] = await system.query<{ serviceEnabled: boolean; dailyLeadLimit: number; version: number }>(
    service,
    `SELECT service_enabled AS "serviceEnabled", daily_lead_limit AS "dailyLeadLimit",
            settings_version AS version FROM ${table} WHERE id = $1`,
    [id],
  );
  return row;
};
const settingsOf = (id: string) => readSettings('lead-router', 'buyers', id);
const copyOf = (id: string) => readSettings('accounts', 'users', id);
/** Creates an agent whom lead-router knows, signed in through both gateways. */
async function agent() {
  const { id, browser } = await system.registerAgent();
  await eventually(async () => (await settingsOf(id)) !== undefined);
  return { id, browser, other: browser.copy(secondGateway.url) };
}

const expectCopyToFollow = (id: string) =>
  eventually(async () => {
    const [owned, copy] = [await settingsOf(id), await copyOf(id)];
    return JSON.stringify(owned) === JSON.stringify(copy);
  });
const settingsAudit = async (id: string) =>
  system.query<{ action: string; oldValue: object; newValue: object; actorId: string; address: string }>(
    'accounts',
    `SELECT action, old_value AS "oldValue", new_value AS "newValue", actor_id AS "actorId", address
       FROM audit_events WHERE user_id = $1 AND action IN ('service-changed', 'daily-limit-changed') ORDER BY id`,
    [id],
  );

const HELD_LOCKS = `
  SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Makes the next change of service wait, before it reads any row, until the returned function is called. */
async function holdNextServiceChange(): Promise<() => Promise<void>> {
  await database.query(`
    CREATE SEQUENCE leads.held_changes;
    GRANT USAGE ON SEQUENCE leads.held_changes TO PUBLIC;
    SELECT pg_advisory_lock(4711);
    CREATE FUNCTION leads.hold_first_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('leads.held_changes') = 1 THEN
        PERFORM pg_advisory_xact_lock_shared(4711);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER hold_first_change BEFORE UPDATE OF service_enabled ON leads.buyers
      FOR EACH STATEMENT EXECUTE FUNCTION leads.hold_first_change();
  `);
  return async () => {
    await database.query('SELECT pg_advisory_unlock(4711)');
  };
}
const waitUntilOneIsHeld = () =>
  eventually(async () => {
    const { rowCount } = await database.query(`${HELD_LOCKS} AND NOT granted`);
    return rowCount === 1;
  });
const waitUntilNoneIsHeld = () =>
  eventually(async () => {
    const { rowCount } = await database.query(HELD_LOCKS);
    return rowCount === 0;
  });

describe('a change of pause or limit', () => {
  it('is in force at lead-router once answered, and shown by every gateway', async () => {
    const { id, browser, other } = await agent();
    for (const serviceEnabled of [false, true, false]) {
      expect((await toggle(browser, serviceEnabled)).body).toEqual({ success: true });
      expect(await settingsOf(id)).toMatchObject({ serviceEnabled });
      expect(await userOf(other)).toMatchObject({ serviceEnabled });
    }
    for (const dailyLeadLimit of [1, 1000, 7]) {
      expect((await setLimit(other, dailyLeadLimit)).status).toBe(200);
      expect(await settingsOf(id)).toMatchObject({ dailyLeadLimit });
      expect(await userOf(browser)).toMatchObject({ dailyLeadLimit });
    }
    await expectCopyToFollow(id);
  });

  it('succeeds right after registration, when lead-router may not know the buyer yet', async () => {
    const { browser } = await system.registerAgent();
    expect((await toggle(browser, false)).status).toBe(200);
    expect(await userOf(browser)).toMatchObject({ serviceEnabled: false });
  });

  it('is audited once, with the old and the new value and the caller', async () => {
    const { id, browser } = await agent();
    await toggle(browser, false);
    await setLimit(browser, 7);
    await expectCopyToFollow(id);
    const by = { actorId: id, address: '127.0.0.1' };
    expect(await settingsAudit(id)).toEqual([
      {
        action: 'service-changed',
        oldValue: { serviceEnabled: true },
        newValue: { serviceEnabled: false },
        ...by,
      },
      {
        action: 'daily-limit-changed',
        oldValue: { dailyLeadLimit: 25 },
        newValue: { dailyLeadLimit: 7 },
        ...by,
      },
    ]);
  });

  it('never leaves an older value in force when many arrive at once', async () => {
    const { id, browser, other } = await agent();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => toggle(index < 6 ? browser : other, index % 2 === 0)),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const { serviceEnabled } = await userOf(browser);
    expect(await settingsOf(id)).toMatchObject({ serviceEnabled });
    expect(await userOf(other)).toMatchObject({ serviceEnabled });
    await expectCopyToFollow(id);
  });

  it('reaches accounts after a crash of lead-router', async () => {
    const { id, browser } = await agent();
    system.armCrashPoint('lead-router:buyers.set-service:after-commit-1');
    const answer = toggle(browser, false);
    const crashed = await Promise.race(
      ['lead-router', 'lead-router-2'].map(async (name) => {
        await system.processes.get(name)?.ended;
        return name;
      }),
    );
    await system.startService('lead-router', crashed);
    await answer;
    expect(await settingsOf(id)).toMatchObject({ serviceEnabled: false });
    await eventually(async () => (await copyOf(id))?.serviceEnabled === false);
    expect(await settingsAudit(id)).toHaveLength(1);
  });
});

describe('a delayed resume', () => {
  afterEach(async () => {
    await database.query(`
      DROP TRIGGER IF EXISTS hold_first_change ON leads.buyers;
      DROP FUNCTION IF EXISTS leads.hold_first_change;
      DROP SEQUENCE IF EXISTS leads.held_changes;
    `);
  });

  it.each([
    ['within its deadline', 0, 409],
    ['past its deadline', 6_000, 503],
  ])('never overrides a later confirmed pause: %s', async (_when, delayMs, expectedStatus) => {
    const { id, browser, other } = await agent();
    const release = await holdNextServiceChange();
    const resumed = toggle(browser, true);
    await waitUntilOneIsHeld();
    expect((await toggle(other, false)).status).toBe(200);
    await sleep(delayMs);
    await release();
    expect((await resumed).status).toBe(expectedStatus);
    await waitUntilNoneIsHeld();
    expect(await settingsOf(id)).toMatchObject({ serviceEnabled: false, version: 2 });
    expect(await userOf(browser)).toMatchObject({ serviceEnabled: false });
    await expectCopyToFollow(id);
  });
});

describe('while lead-router does not answer', () => {
  it('signed-in pages are served during 20 toggles', async () => {
    const { browser, other } = await agent();
    const silent = ['lead-router', 'lead-router-2'].flatMap((name) => system.processes.get(name) ?? []);
    silent.forEach((part) => part.suspend());
    try {
      let answered = 0;
      const toggles = Array.from({ length: 20 }, async (_, index) => {
        const answer = await toggle(index < 10 ? browser : other, false);
        answered += 1;
        return answer;
      });
      expect((await browser.get('/api/user/sessions')).status).toBe(200);
      expect(answered).toBe(0);
      expect(await userOf(other)).toMatchObject({ serviceEnabled: true });
      expect((await Promise.all(toggles)).map(({ status }) => status)).toEqual(Array(20).fill(503));
    } finally {
      silent.forEach((part) => part.resume());
    }
    await eventually(async () => (await toggle(browser, false)).status === 200);
  });
});
