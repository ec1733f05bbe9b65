import type { Page } from '@playwright/test';
import { getRows, signInAsAdmin } from './admin-helpers.js';
import { postLead } from './agent-helpers.js';
import { queryDatabase } from './database.js';
import { BUSY, failLoads } from './helpers.js';
import { expect, test } from './system.js';

const getProgress = (page: Page) => page.getByRole('region', { name: 'How it is going', exact: true });
const getSpan = (page: Page, name: string) => getProgress(page).getByRole('region', { name, exact: true });
/** Locates a count and the one it is compared with. */
const getCounts = (page: Page, span: string, label: string) =>
  getSpan(page, span)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

/** Counts directly in the table of leads. */
const COUNT_LEADS = `
  SELECT span.name, count(l.id)::int AS accepted
    FROM leads.report_zone
   CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE time_zone)::date AS today) days
   CROSS JOIN LATERAL (VALUES ('Today', today), ('This week', date_trunc('week', today)::date),
                              ('This month', date_trunc('month', today)::date)) span (name, first)
    LEFT JOIN leads.leads l ON (l.created_at AT TIME ZONE time_zone)::date BETWEEN first AND today
   GROUP BY span.name`;

test('counts the leads of today, this week and this month on the overview', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await postLead(page.request, system);
  await page.goto(`${system.urls.web}/admin`);
  const expectCounts = async () => {
    const spans = await queryDatabase<{ name: string; accepted: number }>(system, COUNT_LEADS);
    for (const { name, accepted } of spans)
      await expect(getSpan(page, name).getByRole('link')).toHaveText(accepted.toLocaleString('en-US'));
  };
  await expectCounts();
  // The counts are refreshed after a change.
  await postLead(page.request, system);
  await expectCounts();
  const text = (await getSpan(page, 'This month').getByRole('link').textContent()) ?? '';
  await getSpan(page, 'This month').getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/leads\?from=\d{4}-\d{2}-01&to=/);
  const status = page.getByRole('status').filter({ hasText: new RegExp(`^(.+ of )?${text} leads?, as of`) });
  await expect(status).toBeVisible();
  await page.goBack();
  await getProgress(page).getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/admin/reports`);
});

const toDay = (day: string, accepted: number, counts: object = {}) => ({
  ...{ day, accepted, sold: 0, expired: 0, refunded: 0, revenueCents: 0, duplicates: 0, refused: 0 },
  ...{ delivered: 0, deliveredInTime: 0, delays: [] },
  ...counts,
});

test('compares the counts with the same days of the period before, and offers a retry', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  await page.route('**/api/admin/reports?*', (route) =>
    route.fulfill({
      json: {
        timeZone: 'America/New_York',
        from: '2026-10-01',
        // A Friday.
        to: '2026-11-27',
        today: '2026-11-27',
        days: [
          toDay('2026-10-01', 64),
          toDay('2026-10-28', 1_000),
          toDay('2026-11-16', 16, { revenueCents: 8_000, delivered: 4, deliveredInTime: 3 }),
          toDay('2026-11-21', 100),
          toDay('2026-11-23', 4),
          toDay('2026-11-26', 2),
          toDay('2026-11-27', 1, { revenueCents: 24_000, delivered: 1, deliveredInTime: 1 }),
        ],
        funnels: [],
        campaigns: [],
        places: [],
      },
    }),
  );
  const recover = await failLoads(page, '/api/admin/reports');
  await page.goto(`${system.urls.web}/admin`);
  const alert = getProgress(page).getByRole('alert');
  await expect(alert).toContainText('The counts of leads could not be loaded.');
  await expect(alert).toContainText(BUSY);
  await expect(getRows(page, 'Users').first()).toBeVisible();
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);

  const [accepted, revenue, inTime] = [
    'Accepted leads',
    'Revenue after refunds',
    'Delivered within a second',
  ] as const;
  for (const [span, label, ...texts] of [
    ['Today', accepted, '1', '2 yesterday'],
    ['Today', revenue, '$240', '$0 yesterday'],
    ['Today', inTime, '100%', 'nothing yesterday'],
    ['This week', accepted, '7', '16 last week'],
    ['This week', revenue, '$240', '$80 last week'],
    ['This week', inTime, '100%', '75% last week'],
    ['This month', accepted, '123', '64 last month'],
    ['This month', revenue, '$320', '$0 last month'],
    ['This month', inTime, '80%', 'nothing last month'],
  ] as const)
    await expect(getCounts(page, span, label)).toHaveText(texts);
  await expect(getProgress(page)).toContainText('Days are those of Eastern Time');
  const link = getSpan(page, 'This week').getByRole('link', { name: 'Accepted leads, This week: 7' });
  await expect(link).toHaveAttribute('href', '/admin/leads?from=2026-11-23&to=2026-11-27');
});

test('lists what waits for an admin, and where', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const nothing = {
    ...{ waitingLeads: 0, heldPosts: 0, integrationRequests: 0, problems: 0, disputes: 0 },
    ...{ differences: 0, deliveries: 0, failedMessages: 0, incidents: 0 },
  };
  const answer = (counts: Partial<Record<keyof typeof nothing, number | null>>) =>
    page.route('**/api/admin/attention', (route) => route.fulfill({ json: { ...nothing, ...counts } }));
  const waiting = page.getByRole('region', { name: 'What waits for you', exact: true });
  const open = async () => {
    await page.goto(`${system.urls.web}/admin`);
    await expect(waiting.locator('p')).not.toHaveCount(0);
  };
  await answer({});
  await open();
  await expect(waiting).toContainText('Nothing waits for an admin.');
  await expect(waiting.getByRole('link')).toHaveCount(0);

  await answer({ problems: 1, waitingLeads: 1_000, disputes: null });
  await open();
  await expect(waiting).toContainText('Not everything could be counted just now.');
  await expect(waiting.getByRole('link')).toHaveText(['999+ waiting leads', '1 open problem']);
  await waiting.getByRole('link', { name: '1 open problem' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/admin/problems`);

  const recover = await failLoads(page, '/api/admin/attention');
  await page.goto(`${system.urls.web}/admin`);
  await expect(waiting.getByRole('alert')).toContainText('What waits for you could not be loaded.');
  await recover();
  // The page refetches on return to it.
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await expect(waiting.getByRole('link')).toHaveCount(2);
});
