import { readFile } from 'node:fs/promises';
import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Locator, Page } from '@playwright/test';
import { getDestination, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import type { PostedLead } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import {
  countBuyers,
  countFromLeads,
  countMoney,
  createLiveFunnel,
  findBuyer,
  leaveUnsold,
  type LiveFunnel,
  type MarketCounts,
  refundLead,
  sellLeads,
} from './market-helpers.js';
import {
  getHeaders,
  getMeasure,
  getRow,
  getSection,
  getTable,
  getTotal,
  getType,
  openReports,
  openTable,
  PLACES,
} from './report-helpers.js';
import { expect, type System, test } from './system.js';

const costOf = (leads: number): string => formatPrice(leads * LEAD_PRICE_CENTS);

/** Rounds a share as the page does. */
const formatShare = (part: number, whole: number): string => {
  const share = part / whole;
  if (share > 0 && share < 0.01) return '<1%';
  return share < 1 && share > 0.99 ? '>99%' : `${Math.round(share * 100)}%`;
};
const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The page rounds delays up to these bounds. */
const delays: readonly (readonly [upToMs: number, text: string])[] = [
  ...[100, 150, 200, 250, 300, 400, 500, 600, 700, 800].map((ms) => [ms, `${ms} ms`] as const),
  ...[1, 1.5, 2, 3, 5, 10, 30].map((seconds) => [seconds * 1_000, `${seconds} s`] as const),
  ...[1, 10].map((minutes) => [minutes * 60_000, `${minutes} min`] as const),
  [3_600_000, '1 h'],
];
const formatDelay = (ms: number): string => delays.find(([upToMs]) => ms <= upToMs)?.[1] ?? '1 d';

/** Compares the totals with the database. Retries, because deliveries and counts may still be on their way. */
async function expectTotals(page: Page, system: System): Promise<MarketCounts> {
  let counts = await countFromLeads(system);
  await expect(async () => {
    counts = await countFromLeads(system);
    await page.reload();
    await expect(getTotal(page, 'Accepted')).toBeVisible();
    const { accepted, sold, expired, delivered, inTime } = counts;
    const soldShare = formatShare(sold, accepted);
    await expect(getSection(page, 'Totals')).toContainText(
      `${sold} of ${accepted} leads accepted in the last 30 days were sold (${soldShare}), for ${formatPrice(counts.revenueCents)} after refunds.`,
      { timeout: 1_000 },
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
    const late = delivered - inTime;
    const times = `within ${formatDelay(counts.medianMs)}, 95% within ${formatDelay(counts.p95Ms)}`;
    await expect(getSection(page, 'How fast leads are delivered')).toContainText(
      `Half of ${delivered} delivered leads accepted in the last 30 days reached their agents ${times}; ${late === 0 ? 'none' : late} took longer than a second.`,
      { timeout: 1_000 },
    );
  }).toPass();
  return counts;
}

/** Follows a link, expects this many leads in the list, and goes back. */
async function expectListed(page: Page, link: Locator, count: number): Promise<void> {
  await link.click();
  await expect(page).toHaveURL(/\/admin\/leads\?/);
  const text = new RegExp(`^(.+ of )?${count} leads?, as of`);
  await expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
  await page.goBack();
  await expect(getSection(page, 'Totals')).toBeVisible();
}

async function expectEarnings(page: Page, funnel: LiveFunnel): Promise<void> {
  const headers = ['Sold share', 'Refund rate', 'Revenue', 'Won share', 'With a status'];
  const campaign = `${funnel.campaign} (google)`;
  for (const [noun, name, columns, cells] of [
    ['funnel', funnel.name, ['Funnel', 'Accepted', 'Refused', 'Duplicates'], ['5', '1', '1', '60%']],
    ['campaign', campaign, ['Campaign', 'Accepted'], ['3', '100%']],
  ] as const) {
    const title = `Which ${noun} earns money?`;
    const table = await openTable(page, title);
    await expect(getHeaders(page, title)).toHaveText([...columns, ...headers]);
    const quality = ['33%', costOf(2), '50%', '2'];
    await expect(getRow(table, name).getByRole('cell')).toHaveText([...cells, ...quality]);
    await expect(getSection(page, title)).toContainText(/earned (the most: \$|all \$)/);
    await expect(getSection(page, title)).toContainText('of those to which agents gave a status');
  }
  const unnamed = getRow(getTable(page, 'Which campaign earns money?'), 'Without a campaign');
  await expect(unnamed.getByRole('cell').nth(1)).toHaveText(/%$/);

  const title = 'Which funnel earns money?';
  const download = page.waitForEvent('download');
  await getSection(page, title)
    .getByRole('button', { name: `Download CSV of ${title}` })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^funnels_\d{4}-\d{2}-\d{2}_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toBe(
    'Funnel,Accepted,Refused,Duplicates,Sold share,Refund rate,Revenue (USD),Won share,With a status',
  );
  const usd = ((2 * LEAD_PRICE_CENTS) / 100).toFixed(2);
  expect(lines).toContain(`${funnel.name},5,1,1,60%,33.3%,${usd},50%,2`);
}

/** Opens the lists of the campaign, whose leads were all sold, and of the leads without a campaign. */
async function expectCampaignLists(page: Page, { campaign }: LiveFunnel): Promise<void> {
  const title = 'Which campaign earns money?';
  await expect(getSection(page, title)).toContainText(
    'A bar opens the sold leads. A name in the table opens all accepted leads. Campaigns are named by',
  );
  const table = await openTable(page, title);
  const bars = getSection(page, title).getByRole('list', { name: 'Revenue by campaign' });
  const name = `${campaign} (google)`;
  const bar = bars.getByRole('link', { name: `${name} ${costOf(2)} from 3 sold leads`, exact: true });
  await expect(bar).toHaveAttribute('href', /&status=sold&/);
  await expectListed(page, bar, 3);
  await expectListed(page, getRow(table, name).getByRole('link'), 3);
  const unnamed = getRow(table, 'Without a campaign');
  const accepted = Number(await unnamed.getByRole('cell').first().textContent());
  await expectListed(page, unnamed.getByRole('link'), accepted);
}

/** Checks the row of the buyer, who has bought no other leads. */
async function expectAgent(page: Page, system: System, sold: PostedLead): Promise<void> {
  const { web } = system.urls;
  const path = `/admin/users/${await findBuyer(system, sold)}`;
  const table = await openTable(page, 'What agents buy');
  await expect(getHeaders(page, 'What agents buy')).toHaveText([
    ...['Agent', 'Bought', 'Spent', 'Declined charges', 'Use of the limit', 'Won share', 'Refund rate'],
  ]);
  const row = table.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) });
  await expect(row.getByRole('cell')).toHaveText(['3', costOf(2), '0', '<1%', '33%', '33%']);
  await expect(getSection(page, 'What agents buy')).toContainText(
    /\d+\+? agents? bought \d+\+? leads? in the last 30 days/,
  );
  await row.getByRole('link').click();
  await expect(page).toHaveURL(web + path);
  await page.goBack();
}

async function expectMoney(page: Page, system: System): Promise<void> {
  // A reconciliation since the last visit can have added fees.
  await page.reload();
  const { charges, refunds, disputes, fees } = await countMoney(system);
  const section = 'What is left of the money';
  const getAmount = (label: string) =>
    getSection(page, section).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
  for (const [label, { cents, count }, noun] of [
    ['Charged', charges, 'charge'],
    ['Refunded', refunds, 'refund'],
    ['Disputed', disputes, 'dispute'],
  ] as const)
    await expect(getAmount(label)).toHaveText(`${formatPrice(cents)} in ${pluralize(count, noun)}`);
  await expect(getAmount('Fees')).toHaveText(
    fees.cents === null ? 'Not reported by the card provider yet' : formatPrice(fees.cents),
  );
  const net = charges.cents - refunds.cents - disputes.cents - (fees.cents ?? 0);
  await expect(getAmount('Net')).toContainText(formatPrice(net));
  const table = await openTable(page, section);
  await expect(table.locator('tbody').getByRole('row')).toHaveCount(30);
  await expect(table.locator('tbody').getByRole('row').last().getByRole('cell').last()).toHaveText(
    formatPrice(net),
  );
  await getSection(page, section).getByRole('link', { name: 'Balance' }).click();
  await expect(page).toHaveURL(/\/admin\/balance\?month=\d{4}-\d{2}$/);
  await page.goBack();
}

/** Compares Wyoming's open MYGA slots with the database. */
async function expectOpenCapacity(page: Page, system: System): Promise<void> {
  await openReports(page, system, '?type=MYGA&show=open');
  await expect(getMeasure(page)).toHaveValue('open');
  const table = await openTable(page, PLACES);
  const { agents, open } = await countBuyers(system, 'WY', 'MYGA');
  expect(open).toBeGreaterThan(0);
  const cells = getRow(table, 'Wyoming (WY)').getByRole('cell');
  const count = open.toLocaleString('en-US');
  await expect(cells).toHaveText(['MYGA', '0', '-', '0', '0', String(agents), count]);
  const buyers = `${agents} agent${agents === 1 ? ' buys' : 's buy'} there now`;
  await expect(
    getSection(page, PLACES)
      .getByRole('group', { name: 'Open capacity by state' })
      .getByText(`Wyoming (WY): ${count} MYGA leads may still be bought today; ${buyers}`, { exact: true }),
  ).toBeAttached();
  await expect(getSection(page, PLACES)).toContainText(
    /Traffic is missing (in \d+ places, most )?for MYGA leads in /,
  );
  await expect(getSection(page, PLACES)).toContainText('buy traffic there');
}

async function expectUnsold(page: Page, system: System): Promise<void> {
  const { web } = system.urls;
  const { agents } = await countBuyers(system, 'WY', 'MYGA');
  const section = getSection(page, PLACES);
  await getType(page).selectOption('MYGA');
  await expect(page).toHaveURL(`${web}/admin/reports?type=MYGA`);
  await expect(section).toContainText(/\d+ MYGA leads? (has|have) no buyer \(\d+ expired, \d+ waiting\), /);
  await expect(getHeaders(page, PLACES)).toHaveText([
    ...[
      'State',
      'Lead type',
      'Accepted',
      'Sold share',
      'Without a buyer',
      'Expired',
      'Agents now',
      'Open today',
    ],
  ]);
  const row = getRow(await openTable(page, PLACES), 'Wyoming (WY)');
  await expect(row.getByRole('cell')).toHaveText([
    ...['MYGA', '2', '0%', '2', '1', String(agents), /^[\d,]+$/],
  ]);
  await expect(section).toContainText('look for agents there');
  await expectListed(page, row.getByRole('link'), 2);

  await getType(page).selectOption('Indexed');
  await expect(section.getByRole('link', { name: /^Wyoming/ })).toHaveCount(0);
  await getType(page).selectOption('All types');
  await expect(page).toHaveURL(`${web}/admin/reports`);
  const tile = section.getByRole('group', { name: 'Leads without a buyer by state' }).getByRole('link', {
    name: /^Wyoming \(WY\): 2 leads without a buyer, 1 expired, 1 waiting; \d+ agents? buys? /,
  });
  await expectListed(page, tile, 2);
}

test('counts what became of posts and links each count to its list', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  const funnel = await createLiveFunnel(page, system);
  const sell = async () => {
    const leads = await sellLeads(page, system, funnel);
    await refundLead(page, system, leads[2]);
    await expectOpenCapacity(page, system);
    return leads;
  };
  const [sold] = await withSeededAgentsPaused(system, sell, 'pm_card_visa');
  await withSeededAgentsPaused(system, async () => {
    await leaveUnsold(page, system, funnel);
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
    const counts = await expectTotals(page, system);
    const zone = 'The figures are those of the reporting time zone, Eastern Time';
    await expect(getSection(page, 'Totals')).toContainText(zone);
    for (const [label, count] of [
      ['Accepted', counts.accepted],
      ['Sold', counts.sold],
      ['Revenue', counts.refunded],
      ['Expired', counts.expired],
    ] as const)
      await expectListed(page, getTotal(page, label).getByRole('link'), count);

    const byDay = getSection(page, 'Leads per day');
    await expect(byDay).toContainText(/\d+ leads? accepted in the last 30 days, (all|most) on /);
    const { acceptedToday, soldToday } = counts;
    const today = byDay
      .getByRole('group', { name: 'Accepted and sold leads per day' })
      .getByRole('link', { name: `${acceptedToday} accepted, ${soldToday} sold so far` });
    await expectListed(page, today, acceptedToday);
    await expect(byDay).toContainText('The dashed bar, today, is not final.');
    const revenue = getSection(page, 'Revenue per day');
    const earned = /^Revenue per day\$[\d,]+ earned with leads accepted in the last 30 days/;
    await expect(revenue).toContainText(earned);
    await expectListed(page, revenue.getByRole('link', { name: /so far$/ }), soldToday);
    const delivery = await openTable(page, 'How fast leads are delivered');
    await expect(delivery.locator('tbody').getByRole('row').last().getByRole('cell').last()).toHaveText(/%$/);

    await expectEarnings(page, funnel);
    await expectUnsold(page, system);
    const bars = getSection(page, 'Which funnel earns money?').getByRole('list', {
      name: 'Revenue by funnel',
    });
    await expectListed(page, bars.getByRole('link', { name: new RegExp(`^${funnel.name} `) }), 3);
    await expectCampaignLists(page, funnel);
    await expectAgent(page, system, sold);
    await expectMoney(page, system);

    await getRow(await openTable(page, 'Which funnel earns money?'), funnel.name)
      .getByRole('link')
      .click();
    await expect(page).toHaveURL(`${web}/admin/funnels/${funnel.id}`);
    await expect(page.getByRole('list', { name: 'Posts by day' })).toHaveText(
      /Received7Accepted5Duplicates1Refused1Sold3Refunded1$/,
    );
  });
});
