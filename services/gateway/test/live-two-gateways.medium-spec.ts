import { adminChanges } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningGateway } from '../src/start-gateway.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { LivePage } from './live-page.js';
import { type Agent, TestSystem } from './test-system.js';

let system: TestSystem;
let second: RunningGateway;
let fixture: Fixture;
let admin: Browser;
const pages: LivePage[] = [];

beforeAll(async () => {
  // Only what accounts announces can end a stream within the time of a test.
  system = await TestSystem.start({ gateway: { LIVE_SESSION_CHECK_SECONDS: '300' } });
  second = await system.startSecondGateway();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
});
afterEach(() => pages.splice(0).forEach((page) => page.close()));
afterAll(() => system.stop());

async function openAdminPage(browser: Browser, url = system.gateway.url): Promise<LivePage> {
  const page = await LivePage.open(url, browser, undefined, {}, '/api/admin/live');
  pages.push(page);
  return page;
}
/** Returns the changes, except those that list everything, which each page gets once a minute. */
const changesOf = ({ events }: LivePage): string[] =>
  events
    .map(({ data }) => (data['changes'] ?? []) as string[])
    .flatMap((changes) => (changes.length === adminChanges.length ? [] : changes));
const waitFor = (page: LivePage, change: string) => eventually(() => changesOf(page).includes(change));

describe("an admin's page", () => {
  it('learns what has changed, at every copy of the gateway', async () => {
    const buyer = await fixture.createBuyer();
    // Until lead-router knows the card, which changes the list of users.
    await eventually(async () => (await system.query('billing', 'SELECT FROM outbox LIMIT 1')).length === 0);
    const both = [await openAdminPage(admin), await openAdminPage(admin, second.url)];
    await Promise.all(both.map((page) => page.waitFor('hello')));
    await fixture.sellLead(buyer);
    for (const page of both)
      for (const change of ['leads', 'payments', 'deliveries']) await waitFor(page, change);
    expect(both.flatMap(changesOf)).not.toContain('users');
  });

  it('receives neither ids nor contents', async () => {
    const page = await openAdminPage(admin);
    expect(await page.waitFor('hello')).toEqual({ id: '', event: 'hello', data: {} });
    await system.registerAgent();
    await waitFor(page, 'users');
    for (const { event, data } of page.events.slice(1)) {
      expect([event, Object.keys(data)]).toEqual(['changed', ['changes']]);
      expect(adminChanges).toEqual(expect.arrayContaining(data['changes'] as string[]));
    }
  });

  it('is refused to agents and visitors', async () => {
    const { browser } = await system.registerAgent();
    expect((await openAdminPage(browser)).status).toBe(403);
    expect((await openAdminPage(system.openBrowser())).status).toBe(401);
  });

  it('ends with its session', async () => {
    const other = await system.createAdmin();
    const [page, kept] = [await openAdminPage(other), await openAdminPage(admin)];
    await Promise.all([page.waitFor('hello'), kept.waitFor('hello')]);
    await other.post('/api/auth/logout');
    await eventually(() => page.hasEnded);
    expect(kept.hasEnded).toBe(false);
  });
});

async function open(browser: Browser, url = system.gateway.url): Promise<LivePage> {
  const page = await LivePage.open(url, browser);
  pages.push(page);
  await page.waitFor('hello');
  return page;
}

async function signIn({ email, password }: Agent): Promise<Browser> {
  const browser = system.openBrowser();
  expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200);
  return browser;
}

/** Opens a page at each copy, and one of another session of the same agent. */
async function openPages(agent: Agent) {
  const other = await signIn(agent);
  return {
    other,
    own: [await open(agent.browser), await open(agent.browser, second.url)],
    others: [await open(other), await open(other, second.url)],
  };
}

const ended = (list: readonly LivePage[]) => eventually(() => list.every(({ hasEnded }) => hasEnded));
/** Expects pages to receive the next event of their agent. */
async function stillReceives(list: readonly LivePage[], browser: Browser): Promise<void> {
  // Those of the registration may have come already.
  const received = list.map(({ events }) => events.length);
  expect((await browser.patch('/api/user/daily-limit', { dailyLeadLimit: 7 })).status).toBe(200);
  await eventually(() => list.every(({ events }, index) => events.length > (received[index] ?? 0)));
}

describe('a live stream, in every copy of the gateway', () => {
  it('ends at once with a sign-out, and streams of other sessions go on', async () => {
    const agent = await system.registerAgent();
    const { own, others, other } = await openPages(agent);
    await agent.browser.post('/api/auth/logout');
    await ended(own);
    await stillReceives(others, other);
  });

  it('ends at once when its session is ended from another one', async () => {
    const agent = await system.registerAgent();
    const { own, others } = await openPages(agent);
    await agent.browser.post('/api/user/sessions/end-others');
    await ended(others);
    await stillReceives(own, agent.browser);
  });

  it('ends at once with a change of the password elsewhere', async () => {
    const agent = await system.registerAgent();
    const { own, others } = await openPages(agent);
    const changed = await agent.browser.post('/api/user/change-password', {
      currentPassword: agent.password,
      password: 'amber lantern 77',
      confirmPassword: 'amber lantern 77',
    });
    expect(changed.status).toBe(200);
    await ended(others);
    await stillReceives(own, agent.browser);
  });

  it('ends at once when an admin disables the account', async () => {
    const agent = await system.registerAgent();
    const { own, others } = await openPages(agent);
    const disabled = await admin.post(`/api/admin/users/${agent.id}/account`, {
      action: 'disable',
      reason: 'Test',
    });
    expect(disabled.status).toBe(200);
    await ended([...own, ...others]);
  });

  it('ends at once when another sign-in replaces the session', async () => {
    const agent = await system.registerAgent();
    const { own, others, other } = await openPages(agent);
    const { email, password } = agent;
    expect((await agent.browser.post('/api/auth/login', { email, password })).status).toBe(200);
    await ended(own);
    await stillReceives(others, other);
  });

  it('ends at once when a new proof replaces the session, and is opened again with the new one', async () => {
    const agent = await system.registerAgent();
    const { own } = await openPages(agent);
    await agent.browser.post('/api/auth/reauthenticate', { password: agent.password });
    await ended(own);
    await stillReceives([await open(agent.browser)], agent.browser);
  });
});
