import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { getEntries, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead, postWithKey } from './agent-helpers.js';
import { queryFirstRow, queryDatabase } from './database.js';
import { failLoads, holdRequests } from './helpers.js';
import { createLiveFunnel, type LiveFunnel } from './market-helpers.js';
import { expect, type System, test } from './system.js';

const reasons = [
  ...['Duplicate', 'Fields missing or not valid', 'No proof of consent', 'Idempotency key of another lead'],
  ...[
    'Not readable',
    'Neither JSON nor a form',
    'Page that may not post',
    'Over the rate limit',
    'Unknown key',
  ],
];
const fields = [
  ...['Name', 'First name', 'Last name', 'Email', 'Phone', 'State', 'ZIP code', 'Age range'],
  ...['Estimated assets', 'Purchase timeline', 'Lead type', 'TrustedForm certificate', 'Jornaya lead ID'],
  ...['Landing page', 'IP address', 'Consent wording', 'Consent given', 'Age', 'Date of birth', 'Reference'],
];

/** Expects the list of refused posts on the open page to have the posts of these reasons and fields, newest first. */
async function expectRefusedPosts(page: Page, posts: readonly (readonly [string, string])[]): Promise<void> {
  const entries = getEntries(page, /^Refused posts/);
  await expect(entries).toHaveCount(posts.length);
  const count = posts.length === 1 ? '1 refused post' : `${posts.length} refused posts`;
  await expect(page.getByRole('status').filter({ hasText: `${count}, as of ` })).toBeVisible();
  for (const [index, [reason, names]] of posts.entries()) {
    const entry = entries.nth(index);
    await expect(entry).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M/);
    await expect(entry).toContainText(reason);
    await expect(entry).toContainText(names);
  }
}

/** Opens the list of refused posts from the funnel's page. */
async function openRefusedPosts(page: Page, system: System, funnel: LiveFunnel): Promise<void> {
  const path = `${system.urls.web}/admin/funnels/${funnel.id}`;
  await page.goto(path);
  await page.getByRole('link', { name: 'Refused posts', exact: true }).click();
  await expect(page).toHaveURL(`${path}/refused-posts`);
  await expect(page).toHaveTitle('Refused Posts | Annuity Desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Refused Posts' })).toBeVisible();
  await expect(page.getByRole('link', { name: funnel.name, exact: true })).toBeVisible();
}

async function expectNoRefusedPosts(page: Page, system: System, funnel: LiveFunnel): Promise<void> {
  await openRefusedPosts(page, system, funnel);
  await expect(page.getByText('No refused posts', { exact: true })).toBeVisible();
  await expect(page.getByText('Refused posts appear here within seconds.')).toBeVisible();
}

/** The list of a funnel of which a post without valid phone, an unreadable one and two duplicates were refused. */
async function expectListed(page: Page, system: System, funnel: LiveFunnel): Promise<void> {
  const list = `${system.urls.web}/admin/funnels/${funnel.id}/refused-posts`;
  const duplicate = ['Duplicate', '-'] as const;
  const invalid = ['Fields missing or not valid', 'Phone'] as const;
  const malformed = ['Not readable', '-'] as const;
  await openRefusedPosts(page, system, funnel);
  await expect(
    page.getByText(
      'When and why posts were refused. What was posted is not kept. The newest 1,000 are listed for a limited time, and only some of them if many are refused within seconds, so the report can count more.',
    ),
  ).toBeVisible();
  await expectRefusedPosts(page, [malformed, invalid, duplicate, duplicate]);
  const headers = page.getByRole('table').getByRole('columnheader');
  await expect(headers).toHaveText(['Refused', 'Reason', 'Fields']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(headers).toHaveCount(0);
  await expectRefusedPosts(page, [malformed, invalid, duplicate, duplicate]);
  await expect(getEntries(page, /^Refused posts/).first()).toHaveText(/Reason.*Fields/);
  await expectAccessibleLayout(page);
  await expect(page.getByLabel('Reason', { exact: true }).getByRole('option')).toHaveText([
    'All',
    ...reasons,
  ]);
  await expect(page.getByLabel('Field', { exact: true }).getByRole('option')).toHaveText(['All', ...fields]);

  await page.getByRole('link', { name: funnel.name, exact: true }).click();
  const report = page.getByRole('region', { name: 'Posts of the last 30 days' });
  await report.getByRole('link', { name: 'Fields missing or not valid' }).click();
  await expect(page).toHaveURL(`${list}?reason=invalid`);
  await expectRefusedPosts(page, [invalid]);
  await page.goBack();
  await report.getByRole('link', { name: 'phone', exact: true }).click();
  await expect(page).toHaveURL(`${list}?field=phone`);
  await expectRefusedPosts(page, [invalid]);
  await page.getByLabel('Reason', { exact: true }).selectOption('Duplicate');
  await expect(page).toHaveURL(`${list}?field=phone&reason=duplicate`);
  await expect(page.getByText('No refused posts match these filters')).toBeVisible();
  await expect(page.getByText('Reason: Duplicate, Field: Phone')).toBeVisible();
  await page.getByLabel('Field', { exact: true }).selectOption('All');
  await expectRefusedPosts(page, [duplicate, duplicate]);
}

async function expectFailures(page: Page, system: System, { id }: LiveFunnel): Promise<void> {
  const list = `/admin/funnels/${id}/refused-posts`;
  const release = await holdRequests(page, `/api${list}`);
  await page.goto(system.urls.web + list);
  await expect(page.getByText('Loading refused posts...')).toBeVisible();
  release();
  await expect(getEntries(page, /^Refused posts/)).toHaveCount(4);
  const recover = await failLoads(page, /\/api\/.+\/refused-posts$/);
  await page.reload();
  await expect(page.getByText('The refused posts could not be loaded.')).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(getEntries(page, /^Refused posts/)).toHaveCount(4);
  await page.goto(`${system.urls.web}/admin/funnels/${randomUUID()}/refused-posts`);
  await expect(page.getByText('Funnel not found')).toBeVisible();
}

test('shows as many posts of a funnel as the database has', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const funnel = await createLiveFunnel(page, system);
  const path = `${system.urls.web}/admin/funnels/${funnel.id}`;
  const report = page.getByRole('region', { name: 'Posts of the last 30 days' });
  await page.goto(path);
  await expect(report.getByRole('heading', { name: '0 accepted' })).toBeVisible();
  await expect(report.getByRole('heading', { name: '0 not accepted' })).toBeVisible();
  await expectNoRefusedPosts(page, system, funnel);

  const post = (data: object) => postWithKey(page.request, system, funnel.key, data);
  // Another test may have used up the daily slots of the seeded agents, so a new buyer takes every lead.
  await withSeededAgentsPaused(
    system,
    async () => {
      const sell = () => postLead(page.request, system, {}, { funnelKey: funnel.key });
      const { email, phone } = await sell();
      await sell();
      await sell();
      const known = { full_name: 'Known Person', email, phone, state: 'TX', zip: '78701', age: 66 };
      const rest = { assets: '$1M+', timeline: '0-3 months', type: 'MYGA' };
      expect((await post({ ...known, ...rest })).status()).toBe(409);
      expect((await post({ ...known, ...rest, zip: '78702' })).status()).toBe(409);
      expect((await post({ ...known, ...rest, phone: '1' })).status()).toBe(422);
      expect((await post([])).status()).toBe(400);
      await expect
        .poll(async () => {
          const { count } = await queryFirstRow<{ count: number }>(
            system,
            "SELECT count(*)::int AS count FROM leads.leads WHERE funnel_id = $1 AND status = 'sold'",
            [funnel.id],
          );
          return count;
        })
        .toBe(3);
    },
    'pm_card_visa',
  );
  // Gateways send their counts every few seconds.
  const readRejections = () =>
    queryDatabase<{ reason: string; count: number }>(
      system,
      "SELECT reason, sum(count)::int AS count FROM leads.rejections WHERE funnel_id = $1 AND field = '' GROUP BY reason ORDER BY reason",
      [funnel.id],
    );
  await expect.poll(readRejections).toEqual([
    { reason: 'duplicate', count: 2 },
    { reason: 'invalid', count: 1 },
    { reason: 'malformed', count: 1 },
  ]);

  const recover = await failLoads(page, /\/report$/);
  await page.goto(path);
  await expect(report.getByText('The posts could not be counted.')).toBeVisible();
  await recover();
  await report.getByRole('button', { name: 'Try again' }).click();
  const leads = await queryFirstRow<Record<'accepted' | 'sold' | 'available', number>>(
    system,
    `SELECT count(*)::int AS accepted, (count(*) FILTER (WHERE status = 'sold'))::int AS sold,
            (count(*) FILTER (WHERE status = 'available'))::int AS available
       FROM leads.leads WHERE funnel_id = $1`,
    [funnel.id],
  );
  expect(leads).toEqual({ accepted: 3, sold: 3, available: 0 });
  await expect(report.getByRole('heading', { name: `${leads.accepted} accepted` })).toBeVisible();
  await expect(report.getByRole('heading', { name: '4 not accepted' })).toBeVisible();
  for (const [label, count] of [
    ['Sold', leads.sold],
    ['Being charged', 0],
    ['Waiting for an agent', leads.available],
    ['Expired', 0],
    ['Duplicate', 2],
    ['Fields missing or not valid', 1],
    ['Not readable', 1],
  ] as const) {
    const row = report.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
    await expect(row.getByRole('definition')).toHaveText(String(count));
  }
  await expectAccessibleLayout(page);
  await expectListed(page, system, funnel);
  await expectFailures(page, system, funnel);
});
