import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { formatPrice, type FunnelWithKey, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { getDestination, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead, type PostedLead } from './agent-helpers.js';
import { queryDatabase, queryFirstRow } from './database.js';
import { BUSY, failLoads } from './helpers.js';
import { expect, type System, test } from './system.js';

/** No other test posts leads of this state. */
const WYOMING = { state: 'WY', zip: '82001' };
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

interface LiveFunnel {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

async function createLiveFunnel(page: Page, system: System): Promise<LiveFunnel> {
  const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, {
    data: { name: `Earns ${randomUUID().slice(0, 8)}` },
  });
  const { funnel, key } = (await created.json()) as FunnelWithKey;
  await queryDatabase(system, "UPDATE leads.funnels SET mode = 'live' WHERE id = $1", [funnel.id]);
  return { id: funnel.id, name: funnel.name, key };
}

/** Sells three leads, of which one is won and one contacted. A duplicate and an unreadable post are refused. */
async function sellLeads(page: Page, system: System, { id, key }: LiveFunnel): Promise<void> {
  const post = (data: object) =>
    page.request.post(`${system.urls.web}/api/ingest/leads`, { headers: { 'x-funnel-key': key }, data });
  const sell = () => postLead(page.request, system, WYOMING, { funnelKey: key });
  const [won, contacted] = [await sell(), await sell(), await sell()] as const;
  const repeated = {
    full_name: 'Known Person',
    email: won.email,
    phone: won.phone,
    ...WYOMING,
    age: 66,
    assets: '$1M+',
    timeline: '0-3 months',
    type: 'MYGA',
  };
  expect((await post(repeated)).status()).toBe(409);
  expect((await post([])).status()).toBe(400);
  const countSold = async () => {
    const sql = "SELECT count(*)::int AS sold FROM leads.leads WHERE funnel_id = $1 AND status = 'sold'";
    return (await queryFirstRow<{ sold: number }>(system, sql, [id])).sold;
  };
  await expect.poll(countSold).toBe(3);
  for (const [lead, disposition] of [
    [won, 'won'],
    [contacted, 'contacted'],
  ] as const)
    await queryDatabase(system, 'UPDATE leads.sold_leads SET disposition = $2 WHERE lead_id = $1', [
      lead.id,
      disposition,
    ]);
}

/** Posts two leads while nobody can buy them, and ends one of them. */
async function leaveUnsold(page: Page, system: System, { key }: LiveFunnel): Promise<PostedLead> {
  const post = () => postLead(page.request, system, { ...WYOMING, lead_type: 'MYGA' }, { funnelKey: key });
  const [ended] = [await post(), await post()] as const;
  const answer = await page.request.post(`${system.urls.web}/api/admin/leads/${ended.id}/withdraw`, {
    data: { reason: 'Asked us by phone' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ended;
}

interface Figures {
  readonly accepted: number;
  readonly sold: number;
  readonly expired: number;
  readonly refunded: number;
  readonly revenueCents: number;
  readonly delivered: number;
  readonly inTime: number;
  readonly duplicates: number;
  readonly refused: number;
}

/** Counts the leads and posts themselves, of the last 30 days in the reporting time zone. */
const countFromLeads = (system: System): Promise<Figures> =>
  queryFirstRow<Figures>(
    system,
    `WITH period AS (SELECT time_zone, (now() AT TIME ZONE time_zone)::date - 29 AS first FROM leads.report_zone)
     SELECT count(*)::int AS accepted, count(s.lead_id)::int AS sold,
            (count(*) FILTER (WHERE l.status = 'expired'))::int AS expired, count(s.refunded_at)::int AS refunded,
            (COALESCE(sum(s.amount_cents) FILTER (WHERE s.refunded_at IS NULL), 0))::int AS "revenueCents",
            count(s.delivered_at)::int AS delivered,
            (count(*) FILTER (WHERE s.delivered_at <= l.created_at + interval '1 second'))::int AS "inTime",
            (SELECT COALESCE(sum(count), 0)::int FROM leads.rejections, period
              WHERE field = '' AND day >= first AND reason = 'duplicate') AS duplicates,
            (SELECT COALESCE(sum(count), 0)::int FROM leads.rejections, period
              WHERE field = '' AND day >= first AND reason <> 'duplicate') AS refused
       FROM period CROSS JOIN leads.leads l LEFT JOIN leads.sold_leads s ON s.lead_id = l.id
      WHERE (l.created_at AT TIME ZONE time_zone)::date >= first`,
  );

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
    const figures = await countFromLeads(system);
    await page.reload();
    const { accepted, sold, expired, delivered, inTime } = figures;
    const soldShare = formatShare(sold, accepted);
    await expect(getSection(page, 'Totals')).toContainText(
      `${sold} of ${accepted} leads accepted in the last 30 days were sold (${soldShare}), for ${formatPrice(figures.revenueCents)} after refunds.`,
      { timeout: 3_000 },
    );
    for (const [label, text] of [
      ['Accepted', `${accepted}posts that became leads`],
      ['Sold', `${sold}${soldShare} of accepted leads`],
      [
        'Revenue',
        `${formatPrice(figures.revenueCents)}after refunds of ${pluralize(figures.refunded, 'lead')}`,
      ],
      ['Expired', `${expired}${formatShare(expired, accepted)} of accepted leads`],
      ['Refused', `${figures.refused}besides ${pluralize(figures.duplicates, 'duplicate')}`],
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
