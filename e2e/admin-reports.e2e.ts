import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { signInAsAdmin } from './admin-helpers.js';
import { BUSY, failLoads } from './helpers.js';
import {
  answerNothing,
  answerReport,
  getMeasure,
  getSection,
  getTable,
  getTotal,
  getType,
  openReports,
  openTable,
  PLACES,
} from './report-helpers.js';
import { expect, test } from './system.js';

const PRICE = formatPrice(LEAD_PRICE_CENTS);
const getPeriod = (page: Page) => page.getByRole('combobox', { name: 'Period' });
const getAlert = (page: Page) => page.getByRole('main').getByRole('alert');

test('keeps the period and what the map shows in the URL, so that Back returns to the one before', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  await answerReport(page, false);
  await answerNothing(page);
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

  await getMeasure(page).selectOption('Open capacity');
  await expect(page).toHaveURL(`${web}/admin/reports?period=last-month&show=open`);
  const tiles = getSection(page, PLACES).getByRole('group', { name: 'Open capacity by state' });
  const ohio = 'Ohio (OH): 5 Fixed leads may still be bought today; 2 agents buy there now';
  await expect(tiles.getByText(ohio, { exact: true })).toBeAttached();
  await expect(getSection(page, PLACES)).toContainText(
    'No lead is without a buyer. Traffic is missing for Fixed leads in Ohio: agents may still buy 5 there today, and 1 was accepted last month.',
  );
  await page.goBack();
  await expect(getMeasure(page)).toHaveValue('unsold');
  await expect(page).toHaveURL(`${web}/admin/reports?period=last-month`);
});

test('shows the same as tables, and says what is missing', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await answerReport(page, false);
  await answerNothing(page);
  await openReports(page, system);
  await expect(getTotal(page, 'Delivered within a second')).toHaveText('-of 0 delivered leads');
  for (const text of [
    'No lead accepted in the last 30 days is delivered yet.',
    'No funnel has earned anything yet.',
    'No campaign has earned anything yet.',
    'No agent bought a lead in the last 30 days.',
    'No money moved in the last 30 days.',
  ])
    await expect(page.getByText(text)).toBeVisible();
  await expect(getTable(page, 'What agents buy')).toHaveCount(0);

  const byDay = await openTable(page, 'Leads per day');
  await expect(byDay.getByRole('columnheader')).toHaveText(['Day', 'Accepted', 'Sold']);
  const first = byDay.locator('tbody').getByRole('row').first();
  await expect(first.getByRole('cell')).toHaveText(['1', '1']);
  const list = (await first.getByRole('rowheader').getByRole('link').getAttribute('href')) ?? '';
  expect(list).toMatch(/^\/admin\/leads\?from=(\d{4}-\d{2}-\d{2})&to=\1$/);
  const revenue = (await openTable(page, 'Revenue per day')).locator('tbody').getByRole('row').first();
  await expect(revenue.getByRole('cell')).toHaveText([PRICE, '1', '0']);
  await expect(revenue.getByRole('link')).toHaveAttribute('href', `${list}&status=sold`);
  const money = await openTable(page, 'What is left of the money');
  await expect(money.getByRole('columnheader')).toHaveText([
    ...['Day', 'Charged', 'Refunded', 'Disputed', 'Fees', 'Net'],
  ]);
  await expectAccessibleLayout(page);
});

test('says what will appear without leads, and offers a retry when they cannot be counted', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsAdmin(page, system);
  await answerReport(page, true);
  await answerNothing(page);
  const recover = await failLoads(page, '/api/admin/reports');
  await openReports(page, system);
  await expect(getAlert(page)).toContainText('The report could not be loaded.');
  await expect(getAlert(page)).toContainText(BUSY);
  await recover();
  await getAlert(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No leads in the last 30 days', { exact: true })).toBeVisible();
  await expect(getAlert(page)).toHaveCount(0);
  await expect(page.getByText('3 posts were refused.')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('link', { name: 'Show the last 90 days' }).click();
  await expect(page).toHaveURL(`${web}/admin/reports?period=90`);
  await expect(page.getByText('No leads in the last 90 days', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the funnels' }).click();
  await expect(page).toHaveURL(`${web}/admin/funnels`);
});

for (const [path, failure, section] of [
  ['agents', "The agents' report could not be loaded.", 'What agents buy'],
  ['money', 'The money report could not be loaded.', 'What is left of the money'],
] as const)
  test(`shows the rest of the reports while those on ${path} cannot be loaded`, async ({ system, page }) => {
    await signInAsAdmin(page, system);
    await answerReport(page, false);
    await answerNothing(page);
    const recover = await failLoads(page, `/api/admin/reports/${path}`);
    await openReports(page, system);
    await expect(getAlert(page)).toContainText(failure);
    await expect(getSection(page, 'Totals')).toBeVisible();
    await expect(getSection(page, section)).toHaveCount(0);
    await recover();
    await getAlert(page).getByRole('button', { name: 'Try again' }).click();
    await expect(getSection(page, section)).toBeVisible();
    await expect(getAlert(page)).toHaveCount(0);
  });
