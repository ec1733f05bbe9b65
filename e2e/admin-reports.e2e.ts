import { readFile } from 'node:fs/promises';
import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { getDestination, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { queryFirstRow } from './database.js';
import { BUSY, failLoads } from './helpers.js';
import { countFromLeads, createLiveFunnel, leaveUnsold, sellLeads } from './market-helpers.js';
import { expect, type System, test } from './system.js';

const costOf = (leads: number): string => formatPrice(leads * LEAD_PRICE_CENTS);

const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const getTable = (page: Page, name: string) => getSection(page, name).getByRole('table', { name });
const getPeriod = (page: Page) => page.getByRole('combobox', { name: 'Period' });
const getType = (page: Page) => page.getByRole('combobox', { name: 'Lead type' });
const getTotal = (page: Page, label: string) =>
  getSection(page, 'Totals')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .getByRole('definition');

async function openReports(page: Page, { urls }: System, query = ''): Promise<void> {
  await page.goto(`${urls.web}/admin/reports${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
}

/** As the page rounds it. */
const formatShare = (part: number, whole: number): string => {
  const share = part / whole;
  if (share > 0 && share < 0.01) return '<1%';
  return share < 1 && share > 0.99 ? '>99%' : `${Math.round(share * 100)}%`;
};
const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Compares the totals with the database, again if a delivery or a count was still on its way. */
const expectTotals = (page: Page, system: System): Promise<void> =>
  expect(async () => {
    const counts = await countFromLeads(system);
    await page.reload();
    const { accepted, sold, expired, delivered, inTime } = counts;
    const soldShare = formatShare(sold, accepted);
    await expect(getSection(page, 'Totals')).toContainText(
      `${sold} of ${accepted} leads accepted in the last 30 days were sold (${soldShare}), for ${formatPrice(counts.revenueCents)} after refunds.`,
      { timeout: 3_000 },
    );
    for (const [label, text] of [
      ['Accepted', `${accepted}posts that became leads`],
      ['Sold', `${sold}${soldShare} of accepted leads`],
      [
        'Revenue',
        `${formatPrice(counts.revenueCents)}after refunds of ${pluralize(counts.refunded, 'lead')}`,
      ],
      ['Expired', `${expired}${formatShare(expired, accepted)} of accepted leads`],
      ['Refused', `${counts.refused}besides ${pluralize(counts.duplicates, 'duplicate')}`],
      [
        'Delivered within a second',
        `${formatShare(inTime, delivered)}of ${pluralize(delivered, 'delivered lead')}`,
      ],
    ] as const)
      await expect(getTotal(page, label)).toHaveText(text, { timeout: 1_000 });
  }).toPass();

test('counts what became of posts, and leads to the funnel and to leads without a buyer', async ({
  system,
  page,
}) => {
  test.slow();
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  const funnel = await createLiveFunnel(page, system);
  await withSeededAgentsPaused(system, () => sellLeads(page, system, funnel), 'pm_card_visa');
  await withSeededAgentsPaused(system, async () => {
    const ended = await leaveUnsold(page, system, funnel);
    // Gateways send their counts of refused posts every few seconds.
    const countRefused = async () => {
      const sql = "SELECT sum(count)::int AS posts FROM leads.rejections WHERE funnel_id = $1 AND field = ''";
      return (await queryFirstRow<{ posts: number | null }>(system, sql, [funnel.id])).posts;
    };
    await expect.poll(countRefused).toBe(2);

    await page.goto(`${web}/admin`);
    await getDestination(page, 'Reports').click();
    await expect(page).toHaveURL(`${web}/admin/reports`);
    await expect(page).toHaveTitle('Reports | Annuity Desk');
    await expect(getDestination(page, 'Reports')).toHaveAttribute('aria-current', 'page');
    await expectTotals(page, system);
    await expect(getSection(page, 'Totals')).toContainText(
      'The figures are those of the reporting time zone, Eastern Time: a lead and its revenue count on the day on which it was accepted.',
    );

    const byDay = getSection(page, 'Leads per day');
    await expect(byDay).toContainText(/\d+ leads? accepted in the last 30 days, (all|most) on /);
    await expect(byDay.getByRole('group', { name: 'Accepted and sold leads per day' })).toBeVisible();
    await expect(byDay.getByText('Today', { exact: true })).toBeVisible();
    await expect(byDay).toContainText('The dark part of a bar is sold.');
    await expect(byDay).toContainText('The dashed bar, today, is not final.');
    const revenue = getSection(page, 'Revenue per day');
    await expect(revenue).toContainText(
      /^Revenue per day\$[\d,]+ earned with leads accepted in the last 30 days/,
    );
    await expect(revenue.getByRole('group', { name: 'Revenue per day' })).toBeVisible();

    const byFunnel = getSection(page, 'Which funnel earns money?');
    const headers = ['Funnel', 'Accepted', 'Refused', 'Duplicates', 'Sold share', 'Refund rate', 'Revenue'];
    await expect(getTable(page, 'Which funnel earns money?').getByRole('columnheader')).toHaveText([
      ...headers,
      'Won share',
      'With a status',
    ]);
    const heading = page.getByRole('rowheader', { name: funnel.name, exact: true });
    const row = getTable(page, 'Which funnel earns money?').getByRole('row').filter({ has: heading });
    const cells = ['5', '1', '1', '60%', '0%', costOf(3), '50%', '2'];
    await expect(row.getByRole('cell')).toHaveText(cells);
    await expect(byFunnel).toContainText(/earned the most: \$|All \$/);
    await expect(byFunnel).toContainText('of those to which agents gave a status');

    const byPlace = getSection(page, 'Where demand and supply meet');
    await getType(page).selectOption('MYGA');
    await expect(page).toHaveURL(`${web}/admin/reports?type=MYGA`);
    await expect(byPlace).toContainText(/\d+ MYGA leads? (has|have) no buyer \(\d+ expired, \d+ waiting\), /);
    await expect(getTable(page, 'Where demand and supply meet').getByRole('columnheader')).toHaveText([
      'State',
      'Lead type',
      'Accepted',
      'Sold share',
      'Expired',
      'Waiting',
    ]);
    const place = getTable(page, 'Where demand and supply meet').getByRole('row', { name: 'Wyoming (WY)' });
    await expect(place.getByRole('cell')).toHaveText(['MYGA', '2', '0%', '1', '1']);
    await expect(byPlace).toContainText('look for agents there');
    await expectAccessibleLayout(page);

    await getType(page).selectOption('Indexed');
    await expect(byPlace.getByRole('link', { name: /^Wyoming/ })).toHaveCount(0);
    await getType(page).selectOption('All types');
    await expect(page).toHaveURL(`${web}/admin/reports`);
    await byPlace
      .getByRole('group', { name: 'Leads without a buyer by state' })
      .getByRole('link', { name: 'Wyoming (WY): 2 leads without a buyer, 1 expired, 1 waiting', exact: true })
      .click();
    await expect(page).toHaveURL(`${web}/admin/leads?search=WY&status=expired`);
    await expect(page.getByRole('link', { name: ended.name })).toBeVisible();
    await page.goBack();

    const download = page.waitForEvent('download');
    await byFunnel.getByRole('button', { name: 'Download CSV of Which funnel earns money?' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^funnels_\d{4}-\d{2}-\d{2}_\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toBe(`${headers.join(',')} (USD),Won share,With a status`);
    const usd = ((3 * LEAD_PRICE_CENTS) / 100).toFixed(2);
    expect(lines).toContain(`${funnel.name},5,1,1,60%,0%,${usd},50%,2`);

    await byFunnel
      .getByRole('list', { name: 'Revenue by funnel' })
      .getByRole('link', { name: `${funnel.name} ${costOf(3)} revenue` })
      .click();
    await expect(page).toHaveURL(`${web}/admin/funnels/${funnel.id}`);
    await expect(page.getByRole('list', { name: 'Posts by day' })).toHaveText(
      /Received7Accepted5Duplicates1Refused1Sold3Refunded0$/,
    );
    await page.goBack();
    await row.getByRole('link', { name: funnel.name }).click();
    await expect(page).toHaveURL(`${web}/admin/funnels/${funnel.id}`);
  });
});

/** A report with one lead a day ago, or without any. */
const answerReport = (page: Page, isEmpty: boolean) =>
  page.route('**/api/admin/reports?*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
    const counts = { accepted: 1, sold: 1, expired: 0, refunded: 0, revenueCents: LEAD_PRICE_CENTS };
    const noLeads = { accepted: 0, sold: 0, expired: 0, refunded: 0, revenueCents: 0 };
    const posts = { duplicates: 1, refused: 2 };
    return route.fulfill({
      json: {
        timeZone: 'America/New_York',
        from,
        to,
        today: to,
        days: [{ day: from, ...(isEmpty ? noLeads : counts), ...posts, delivered: 0, deliveredInTime: 0 }],
        funnels: [],
        places: [],
      },
    });
  });

test('keeps the period in the URL, so that Back returns to the one before', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  await answerReport(page, false);
  await openReports(page, system);
  const expectDuring = (during: string) =>
    expect(page.getByText(`1 of 1 lead accepted ${during} was sold`)).toBeVisible();
  await expect(getPeriod(page)).toHaveValue('30');
  const options = ['Last 30 days', 'Last 90 days', 'This month', 'Last month', 'This year'];
  expect(await getPeriod(page).locator('option').allTextContents()).toEqual(options);
  const types = ['All types', 'Fixed', 'Indexed', 'MYGA'];
  expect(await getType(page).locator('option').allTextContents()).toEqual(types);
  await expectDuring('in the last 30 days');

  await getPeriod(page).selectOption('Last month');
  await expect(page).toHaveURL(`${web}/admin/reports?period=last-month`);
  await expectDuring('last month');
  await getPeriod(page).selectOption('This month');
  await expectDuring('this month');
  await page.goBack();
  await expectDuring('last month');
  await expect(getPeriod(page)).toHaveValue('last-month');
  await page.reload();
  await expectDuring('last month');
  await expect(getTotal(page, 'Delivered within a second')).toHaveText('-of 0 delivered leads');
  await expect(page.getByText('No funnel has earned anything yet.')).toBeVisible();
  await expect(page.getByText('No lead is without a buyer.')).toBeVisible();

  await getSection(page, 'Leads per day').getByText('Table of Leads per day').click();
  await expect(getTable(page, 'Leads per day').getByRole('columnheader')).toHaveText([
    'Day',
    'Accepted',
    'Sold',
  ]);
  await expect(getTable(page, 'Leads per day').locator('tbody').getByRole('cell').first()).toHaveText('1');
  await getSection(page, 'Revenue per day').getByText('Table of Revenue per day').click();
  const firstRow = getTable(page, 'Revenue per day').locator('tbody').getByRole('row').first();
  await expect(firstRow.getByRole('cell')).toHaveText([costOf(1), '0']);
  await expectAccessibleLayout(page);
});

test('says what will appear without leads, and offers a retry when they cannot be counted', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  await answerReport(page, true);
  const recover = await failLoads(page, '/api/admin/reports');
  await openReports(page, system);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('The report could not be loaded.');
  await expect(alert).toContainText(BUSY);
  await expectAccessibleLayout(page);
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No leads in the last 30 days', { exact: true })).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByText('3 posts were refused.')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('link', { name: 'Show the last 90 days' }).click();
  await expect(page).toHaveURL(`${web}/admin/reports?period=90`);
  await expect(page.getByText('No leads in the last 90 days', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the funnels' }).click();
  await expect(page).toHaveURL(`${web}/admin/funnels`);
});
