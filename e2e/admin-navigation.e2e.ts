import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from './accessibility.js';
import { getDestination, getRows, signInAsAdmin } from './admin-helpers.js';
import { queryDatabase } from './database.js';
import { failLoads, holdRequests } from './helpers.js';
import { expect, type System, test } from './system.js';

const groups = [
  ['Market', ['Leads', 'Waiting Leads', 'Funnels', 'Reports', 'Held Posts']],
  ['People', ['Users', 'Integration Requests', 'Problems']],
  ['Money', ['Payments', 'Receipts', 'Disputes', 'Reconciliation', 'Balance']],
  ['System', ['Deliveries', 'Queues', 'Failed Messages', 'Incidents']],
] as const;

const getNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const getHeading = (page: Page, name: string, level: 1 | 2 = 1) =>
  page.getByRole('heading', { level, name, exact: true });

/** Answers with counts of every kind: some, none, unknown, and more than the 999 that are shown. */
const answerCounts = (page: Page) =>
  page.route('**/api/admin/attention', (route) =>
    route.fulfill({
      json: {
        waitingLeads: 12,
        heldPosts: 0,
        integrationRequests: 1,
        problems: 3,
        disputes: 1_000,
        differences: null,
        deliveries: 0,
        failedMessages: null,
        incidents: 2,
      },
    }),
  );

async function expectGroups(page: Page): Promise<void> {
  for (const [group, names] of groups) {
    const links = getNav(page).getByRole('list', { name: group }).getByRole('link');
    await expect(links).toHaveCount(names.length);
    for (const [index, name] of names.entries())
      await expect(links.nth(index)).toHaveAccessibleName(new RegExp(`^${name}( [\\d+]+ .+)?$`));
  }
  await expect(getDestination(page, 'Admin')).toBeVisible();
  await expect(getDestination(page, 'Settings')).toBeVisible();
}

test('reaches every admin page by keyboard with at most 260 KB of script in total', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const scripts = new Set<string>();
  page.on('request', (one) => {
    if (/\/assets\/.+\.js$/.test(one.url())) scripts.add(one.url());
  });
  await page.goto(`${system.urls.web}/admin`);
  await expectGroups(page);
  for (const name of groups.flatMap(([, each]) => each)) {
    const link = getDestination(page, name);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(getNav(page).locator('[aria-current]')).toHaveCount(1);
    const isSection = name === 'Users' || name === 'Payments';
    await expect(getHeading(page, isSection ? 'Admin Dashboard' : name)).toBeVisible();
    await expect(page).toHaveTitle(`${isSection ? 'Admin Dashboard' : name} | Annuity Desk`);
    if (!isSection) await expect(page.getByRole('main')).toBeFocused();
    else {
      await expect(getHeading(page, name, 2)).toBeFocused();
      await expect(getHeading(page, name, 2)).toBeInViewport();
    }
  }
  await getDestination(page, 'Admin').press('Enter');
  await expect(getDestination(page, 'Admin')).toHaveAttribute('aria-current', 'page');
  let bytes = 0;
  for (const url of scripts) {
    const { 'content-encoding': encoding, 'content-length': length } = (
      await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } })
    ).headers();
    expect(encoding, url).toBe('gzip');
    bytes += Number(length);
  }
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(260_000);
});

test('names what waits, and shows no count that is 0 or unknown', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await answerCounts(page);
  await page.goto(`${system.urls.web}/admin/leads`);
  const names = ['12 waiting leads', '1 pending request', '3 open problems', '999+ disputes to review'];
  await expect(getNav(page).getByRole('img')).toHaveCount(5);
  for (const name of [...names, '2 open incidents'])
    await expect(getNav(page).getByRole('img', { name, exact: true })).toBeVisible();
  await expect(getDestination(page, 'Problems')).toHaveAccessibleName('Problems 3 open problems');

  await page.unroute('**/api/admin/attention');
  await failLoads(page, '/api/admin/attention');
  await page.reload();
  await expect(getHeading(page, 'Leads')).toBeVisible();
  await expect(getNav(page).getByRole('img')).toHaveCount(0);
});

/** A message of billing that was stopped after it kept failing. */
const INSERT_STOPPED = `
  INSERT INTO billing.outbox (message_id, queue, name, sealed, due_at, failures, failure_id, failure_kind,
                              first_failed_at, last_failed_at, stopped_at)
  VALUES ('billing.offer-charged~' || $1::text, 'lead-router.events', 'billing.offer-charged', 'sealed', now(), 40,
          $1::uuid, 'handler-failed', now() - interval '2 days', now(), now())`;

const countMessages = async (system: System, page: Page): Promise<number> => {
  const answer = await page.request.get(`${system.urls.web}/api/admin/attention`);
  return ((await answer.json()) as { failedMessages: number }).failedMessages;
};

test('refreshes the counts while the page is visible, on return to it, and after an action', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const before = await countMessages(system, page);
  const expectMessages = (count: number) =>
    expect(getDestination(page, 'Failed Messages')).toHaveAccessibleName(
      count === 0 ? 'Failed Messages' : `Failed Messages ${count} failed message${count === 1 ? '' : 's'}`,
    );
  const ids = [randomUUID(), randomUUID()] as const;
  await page.clock.install();
  try {
    await page.goto(`${system.urls.web}/admin/messages`);
    await expect(getHeading(page, 'Failed Messages')).toBeVisible();
    await expectMessages(before);
    await queryDatabase(system, INSERT_STOPPED, [ids[0]]);
    await page.clock.runFor(30_000);
    await expectMessages(before + 1);
    await queryDatabase(system, INSERT_STOPPED, [ids[1]]);
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await expectMessages(before + 2);

    await page.reload();
    for (const [index, id] of ids.entries()) {
      const row = getRows(page, 'Failed messages, newest failure first').filter({ hasText: id });
      await row.getByRole('button', { name: 'Retry' }).click();
      await expectMessages(before + 1 - index);
    }
  } finally {
    await queryDatabase(system, 'DELETE FROM billing.outbox WHERE failure_id = ANY ($1::uuid[])', [ids]);
  }
});

test('the groups are accessible expanded, collapsed and in the drawer', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await answerCounts(page);
  await page.goto(`${system.urls.web}/admin/queues`);
  await expect(getHeading(page, 'Queues')).toBeVisible();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectGroups(page);
    await expect(getNav(page).getByText('Market', { exact: true })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page, `${width} px`);
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '48px');
    await expectGroups(page);
    await expect(getNav(page).getByRole('img', { name: '3 open problems' })).toBeVisible();
    await expectAccessible(page, `${width} px, collapsed`);
    await page.keyboard.press('Control+b');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expectGroups(page);
  await expectAccessible(page, 'drawer');
  await getDestination(page, 'Payments').click();
  await expect(drawer).toBeHidden();
  await expect(getHeading(page, 'Payments', 2)).toBeFocused();
  await expect(getHeading(page, 'Payments', 2)).toBeInViewport();

  // The content above the section loads later.
  const release = await holdRequests(page, '/api/admin/users');
  await page.goto('about:blank');
  await page.goto(`${system.urls.web}/admin#payments`);
  await expect(getHeading(page, 'Payments', 2)).toBeInViewport();
  release();
  await expect(page.getByText('Loading users...')).toBeHidden();
  await expect(getHeading(page, 'Payments', 2)).toBeInViewport();
});

test('shows the name and the count of an icon in its tooltip, and scrolls where icons do not fit', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  await answerCounts(page);
  await page.context().addCookies([{ name: 'desk-sidebar', value: 'collapsed', url: system.urls.web }]);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto(`${system.urls.web}/admin`);
  await getDestination(page, 'Incidents').focus();
  await expect(getDestination(page, 'Incidents')).toBeInViewport();
  await getDestination(page, 'Queues').focus();
  await expect(page.getByRole('tooltip')).toHaveText('Queues');
  await getDestination(page, 'Incidents').focus();
  await expect(page.getByRole('tooltip')).toHaveText('Incidents: 2 open incidents');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('every destination is at least 44 px high', async ({ system, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAsAdmin(page, system);
    await page.goto(`${system.urls.web}/admin`);
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expectGroups(page);
    for (const link of await getNav(page).getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
