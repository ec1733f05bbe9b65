import { adminChanges } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningGateway } from '../src/start-gateway.js';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { LivePage } from './live-page.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let second: RunningGateway;
let fixture: Fixture;
let admin: Browser;
const pages: LivePage[] = [];

beforeAll(async () => {
  system = await TestSystem.start(undefined, { LIVE_SESSION_CHECK_SECONDS: '300' });
  second = await system.startSecondGateway();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
});
afterEach(() => pages.splice(0).forEach((page) => page.close()));
afterAll(async () => {
  await second.close();
  await system.stop();
});

async function open(browser: Browser, url = system.gateway.url): Promise<LivePage> {
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
    const both = [await open(admin), await open(admin, second.url)];
    await Promise.all(both.map((page) => page.waitFor('hello')));
    await fixture.sellLead(buyer);
    for (const page of both)
      for (const change of ['leads', 'payments', 'deliveries']) await waitFor(page, change);
    expect(both.flatMap(changesOf)).not.toContain('users');
  });

  it('receives neither ids nor contents', async () => {
    const page = await open(admin);
    expect(await page.waitFor('hello')).toEqual({ id: '', event: 'hello', data: {} });
    await fixture.createAgent();
    await waitFor(page, 'users');
    for (const { event, data } of page.events.slice(1)) {
      expect([event, Object.keys(data)]).toEqual(['changed', ['changes']]);
      expect(adminChanges).toEqual(expect.arrayContaining(data['changes'] as string[]));
    }
  });

  it('is refused to agents and visitors', async () => {
    const { browser } = await fixture.createAgent();
    expect((await open(browser)).status).toBe(403);
    expect((await open(system.openBrowser())).status).toBe(401);
  });

  it('ends with its session', async () => {
    const other = await system.createAdmin();
    const [page, kept] = [await open(other), await open(admin)];
    await Promise.all([page.waitFor('hello'), kept.waitFor('hello')]);
    await other.post('/api/auth/logout');
    await eventually(() => page.hasEnded);
    expect(kept.hasEnded).toBe(false);
  });
});
