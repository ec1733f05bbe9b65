import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { getDestination } from './admin-helpers.js';
import {
  expectLive,
  expectText,
  openDashboard,
  pauseService,
  type PostedLead,
  sellLead,
  sellWaitingLeads,
  signInAsNewBuyer,
  updateLead,
} from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { BUSY, failLoads, signInAsNewAgent } from './helpers.js';
import { expect, type System, test } from './system.js';

const FLORIDA = { state: 'FL', zip: '33101' };
const DAYS_AGO = 2;
const costOf = (leads: number): string => formatPrice(leads * LEAD_PRICE_CENTS);

const getMain = (page: Page) => page.getByRole('main');
const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const getPeriod = (page: Page) => page.getByRole('combobox', { name: 'Period' });
const getLastDays = (page: Page) => getSection(page, 'Last 30 days');
const expectShown = (page: Page, leads: number) => expectText(page, `Showing ${leads} of ${leads} leads`);

async function openReports(page: Page, { urls }: System, query = ''): Promise<void> {
  await page.goto(`${urls.web}/reports${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
}

/** Moves a sale to noon of an earlier day in the agent's time zone, and returns that day. */
async function moveSale(page: Page, system: System, lead: PostedLead, daysAgo: number): Promise<string> {
  const account = await page.request.get(`${system.urls.web}/api/auth/user`);
  const { timeZone } = (await account.json()) as { timeZone: string };
  const { day } = await queryFirstRow<{ day: string }>(
    system,
    `UPDATE leads.sold_leads
        SET sold_at = ((now() AT TIME ZONE $2)::date - $3::int + time '12:00') AT TIME ZONE $2
      WHERE lead_id = $1
      RETURNING to_char(sold_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day`,
    [lead.id, timeZone, daysAgo],
  );
  return day;
}

/** Formats a day as the page does: 'Tue, Nov 24'. */
const nameDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));

/** Sells a lead of today, two of an earlier day, one of them won, and one from before the last 30 days. */
async function sellLeads(page: Page, system: System): Promise<string> {
  await sellLead(page, system);
  const won = await sellLead(page, system);
  const other = await sellLead(page, system, FLORIDA);
  const old = await sellLead(page, system, FLORIDA);
  await updateLead(page, system, won, { disposition: 'won' });
  await moveSale(page, system, won, DAYS_AGO);
  await moveSale(page, system, old, 40);
  return moveSale(page, system, other, DAYS_AGO);
}

const getTotal = (page: Page, label: string) =>
  getSection(page, 'Totals')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

test.beforeEach(({ system }) => sellWaitingLeads(system));
test.afterEach(async ({ system, page }) => pauseService(page, system));

test('says what will appear until the first lead is sold', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await openDashboard(page, system.urls.web);
  await expect(getLastDays(page)).toHaveCount(0);
  await getDestination(page, 'Reports').click();
  await expect(page).toHaveURL(`${system.urls.web}/reports`);
  await expect(page).toHaveTitle('Reports | Annuity Desk');
  await expect(getDestination(page, 'Reports')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('No leads yet', { exact: true })).toBeVisible();
  await expectAccessibleLayout(page);
});

test('counts what was sold, and links each mark to its list', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  const day = await sellLeads(page, system);
  await openReports(page, system);

  await expect(getTotal(page, 'Leads')).toContainText('3');
  await expect(getTotal(page, 'Leads')).toContainText('2 more than before (1)');
  await expect(getTotal(page, 'Spent')).toContainText(costOf(3));
  await expect(getTotal(page, 'Spent')).toContainText(`${costOf(2)} more than before (${costOf(1)})`);
  await expect(getTotal(page, 'Won')).toContainText('1 more than before (0)');
  await expect(getTotal(page, 'Cost per won client')).toContainText(costOf(3));
  await expect(getSection(page, 'Totals')).not.toContainText('refunded');

  const byDay = getSection(page, 'Leads per day');
  await expect(byDay).toContainText('3 leads in the last 30 days, 2 more than in the 30 days before.');
  const dayBar = byDay.getByRole('link', { name: `${nameDay(day)}: 2 leads, ${costOf(2)}`, exact: true });
  const today = byDay.getByRole('link', { name: `1 lead, ${costOf(1)} so far` });
  await expect(byDay.getByText('Today', { exact: true })).toBeVisible();
  await byDay.getByRole('button', { name: 'Spend', exact: true }).click();
  await expect(byDay).toContainText(`${costOf(3)} spent in the last 30 days`);
  await byDay.getByRole('button', { name: 'Leads', exact: true }).click();

  const cells = await getSection(page, 'When leads arrive')
    .getByRole('table', { name: 'Leads by weekday and hour' })
    .locator('tbody')
    .getByRole('cell')
    .allTextContents();
  expect(cells).toHaveLength(7 * 24);
  expect(cells.reduce((sum, text) => sum + Number.parseInt(text), 0)).toBe(3);

  // All bars share one Tab stop, which is the last bar at first.
  await byDay.getByRole('button', { name: 'Spend', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(today).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(dayBar).toBeFocused();
  await expect(byDay.getByText(`${nameDay(day)}: 2 leads, ${costOf(2)}`, { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(dayBar).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${web}/dashboard?from=${day}&to=${day}#recent-leads`);
  await expectShown(page, 2);
  await page.goBack();

  for (const [section, name, leads] of [
    ['By state', /^Texas \(TX\): 2 leads, 1 won$/, 2],
    ['By state', /^Florida \(FL\): 1 lead, 0 won$/, 1],
    ['By lead type', /^Fixed 3 leads$/, 3],
    ['By age', /^66-70 3 leads$/, 3],
    ['By assets', /^\$250K-\$500K 3 leads$/, 3],
    ['From new to won', /^New 2 leads$/, 2],
    ['From new to won', /^Won 1 lead$/, 1],
  ] as const) {
    await getSection(page, section).getByRole('link', { name }).click();
    await expectShown(page, leads);
    await page.goBack();
    await expect(byDay).toBeVisible();
  }
});

test('keeps the period in the URL, so that Back returns to the one before', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await moveSale(page, system, lead, 40);
  await openReports(page, system);
  await expect(getPeriod(page)).toHaveValue('30');
  await expect(page.getByText('No leads in the last 30 days', { exact: true })).toBeVisible();
  const options = ['Last 30 days', 'Last 90 days', 'This month', 'Last month', 'This year'];
  expect(await getPeriod(page).locator('option').allTextContents()).toEqual(options);

  await getPeriod(page).selectOption('Last 90 days');
  await expect(page).toHaveURL(`${web}/reports?period=90`);
  const sentence = '1 lead in the last 90 days, 1 more than in the 90 days before.';
  await expect(page.getByText(sentence)).toBeVisible();
  await getPeriod(page).selectOption('This month');
  await expect(page).toHaveURL(`${web}/reports?period=month`);
  await page.goBack();
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(getPeriod(page)).toHaveValue('90');
  await page.goBack();
  await expect(page).toHaveURL(`${web}/reports`);
  await page.getByRole('link', { name: 'Show the last 90 days' }).click();
  await expect(page.getByText(sentence)).toBeVisible();
  await page.reload();
  await expect(page.getByText(sentence)).toBeVisible();
});

test('leads from an empty period to older leads, and records none as seen', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await moveSale(page, system, lead, 400);
  const forget = 'UPDATE leads.sold_leads SET seen_at = NULL WHERE lead_id = $1 RETURNING lead_id';
  await queryFirstRow(system, forget, [lead.id]);
  await openReports(page, system, '?period=month');
  await expect(page.getByText('No leads this month', { exact: true })).toBeVisible();
  await expect(page.getByText('A longer period may have some.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Show the last 90 days' })).toBeVisible();
  for (const [option, title] of [
    ['Last 90 days', 'No leads in the last 90 days'],
    ['This year', 'No leads this year'],
  ] as const) {
    await getPeriod(page).selectOption(option);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByText('Your earlier leads are on your list.')).toBeVisible();
  }
  const read = 'SELECT seen_at FROM leads.sold_leads WHERE lead_id = $1';
  expect(await queryFirstRow(system, read, [lead.id])).toEqual({ seen_at: null });
  await page.getByRole('link', { name: 'Go to your leads' }).click();
  await expectShown(page, 1);
});

test('shows the data of a chart as a table and downloads it', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  const day = await moveSale(page, system, lead, DAYS_AGO);
  await openReports(page, system);
  const byDay = getSection(page, 'Leads per day');
  await byDay.getByText('Table of Leads per day').click();
  const table = byDay.getByRole('table', { name: 'Leads per day' });
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(30);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(day),
  );
  const heading = page.getByRole('rowheader', { name: date, exact: true });
  const row = table.getByRole('row').filter({ has: heading });
  await expect(row.getByRole('cell')).toHaveText(['1', costOf(1)]);

  const download = page.waitForEvent('download');
  await byDay.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^leads-per-day_\d{4}-\d{2}-\d{2}_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toBe('Day,Leads,Spent (USD)');
  expect(lines).toHaveLength(31);
  expect(lines).toContain(`${day},1,${(LEAD_PRICE_CENTS / 100).toFixed(2)}`);
  expect(lines.filter((line) => line.endsWith(',0,0.00'))).toHaveLength(29);
  await expectAccessibleLayout(page);

  await row.getByRole('link').click();
  await expectShown(page, 1);
});

test('offers a retry when the leads of the period or of the one before cannot be counted', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  await sellLead(page, system);
  const recover = await failLoads(page, '/api/reports');
  await openReports(page, system);
  const alert = getMain(page).getByRole('alert');
  await expect(alert).toContainText('Your report could not be loaded.');
  await expect(alert).toContainText(BUSY);
  await recover();

  // Now only the request for the period before fails. That period ended 30 days ago.
  const daysSince = (day: string | null): number => (Date.now() - Date.parse(day ?? '')) / 86_400_000;
  const isBefore = ({ pathname, searchParams }: URL): boolean =>
    pathname === '/api/reports' && daysSince(searchParams.get('to')) > 10;
  await page.route(isBefore, (route) => route.fulfill({ status: 503 }));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('The period before could not be loaded');
  await expect(getTotal(page, 'Leads')).toContainText('1');
  await expect(getSection(page, 'Totals')).not.toContainText('before');
  await page.unroute(isBefore);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(getTotal(page, 'Leads')).toContainText('1 more than before (0)');
  await expect(alert).toHaveCount(0);
});

test('shows the last 30 days on the dashboard as soon as a lead is sold, but not if they cannot be counted', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  await openDashboard(page, web);
  await expectLive(page);
  await expect(getLastDays(page)).toHaveCount(0);
  await sellLead(page, system);
  await expect(getLastDays(page)).toContainText(`1 lead in the last 30 days, ${costOf(1)} spent.`);
  await sellLead(page, system);
  await expect(getLastDays(page)).toContainText(`2 leads in the last 30 days, ${costOf(2)} spent.`);
  await expect(getLastDays(page).getByText('Today', { exact: true })).toBeVisible();
  await getLastDays(page)
    .getByRole('link', { name: /so far$/ })
    .press('Enter');
  await expect(page).toHaveURL(/\/dashboard\?from=[\d-]+&to=[\d-]+#recent-leads$/);
  await expectShown(page, 2);
  await getLastDays(page).getByRole('link', { name: 'Reports' }).click();
  await expect(page).toHaveURL(`${web}/reports`);
  await expect(getSection(page, 'Totals')).toBeVisible();

  await failLoads(page, '/api/reports');
  await openDashboard(page, web);
  await expectShown(page, 2);
  await expect(getLastDays(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
