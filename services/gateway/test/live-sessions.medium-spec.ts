import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningGateway } from '../src/start-gateway.js';
import type { Browser } from './browser.js';
import { LivePage } from './live-page.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let second: RunningGateway;
const pages: LivePage[] = [];

beforeAll(async () => {
  // Only what accounts announces can end a stream within the time of a test.
  system = await TestSystem.start(undefined, { LIVE_SESSION_CHECK_SECONDS: '300' });
  second = await system.startSecondGateway();
});
afterEach(() => pages.splice(0).forEach((page) => page.close()));
afterAll(async () => {
  await second.close();
  await system.stop();
});

type Agent = Awaited<ReturnType<TestSystem['registerAgent']>>;

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
async function stillReceives(
  list: readonly LivePage[],
  browser: Browser,
  dailyLeadLimit: number,
): Promise<void> {
  expect((await browser.patch('/api/user/daily-limit', { dailyLeadLimit })).status).toBe(200);
  await Promise.all(list.map((page) => page.waitFor('eligibility-changed')));
}

describe('a live stream, in every copy of the gateway', () => {
  it('ends at once with a sign-out, and streams of other sessions go on', async () => {
    const agent = await system.registerAgent();
    const { own, others, other } = await openPages(agent);
    await agent.browser.post('/api/auth/logout');
    await ended(own);
    await stillReceives(others, other, 7);
  });

  it('ends at once when its session is ended from another one', async () => {
    const agent = await system.registerAgent();
    const { own, others } = await openPages(agent);
    await agent.browser.post('/api/user/sessions/end-others');
    await ended(others);
    await stillReceives(own, agent.browser, 8);
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
    await stillReceives(own, agent.browser, 9);
  });

  it('ends at once when an admin disables the account', async () => {
    const agent = await system.registerAgent();
    const { own, others } = await openPages(agent);
    const { body } = await agent.browser.get<{ id: string }>('/api/auth/user');
    const admin = await system.createAdmin();
    const disabled = await admin.post(`/api/admin/users/${body.id}/account`, {
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
    await stillReceives(others, other, 10);
  });

  it('ends at once when a new proof replaces the session, and is opened again with the new one', async () => {
    const agent = await system.registerAgent();
    const { own } = await openPages(agent);
    await agent.browser.post('/api/auth/reauthenticate', { password: agent.password });
    await ended(own);
    await stillReceives([await open(agent.browser)], agent.browser, 11);
  });
});
