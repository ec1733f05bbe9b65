import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import {
  expectLive,
  expectText,
  openList,
  pauseService,
  sellLead,
  sellWaitingLeads,
  signInAsNewBuyer,
  updateLead,
} from './agent-helpers.js';
import { signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const getEntries = (page: Page) =>
  page.getByRole('list', { name: 'Leads', exact: true }).getByRole('listitem');
const getSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search leads' });
const getDropdown = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const getDay = (page: Page, label: 'From' | 'To') => page.getByLabel(label, { exact: true });
/** The button that opens the filters. Its name includes how many are active. */
const getFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ });
const getClear = (page: Page) => page.getByRole('button', { name: 'Clear filters' });
const getActive = (page: Page) =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^Remove filter: / });
const getRemoval = (page: Page, filter: string) =>
  page.getByRole('button', { name: `Remove filter: ${filter}`, exact: true });

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('filters sample leads by field, keeps filters in the URL and undoes them with Back', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsNewAgent(page, system);
  await openList(page, system);
  await expectText(page, 'Showing 10 of 50 leads');
  await expect(getDropdown(page, 'Status')).toBeHidden();
  await expect(getFilters(page)).toHaveAttribute('aria-expanded', 'false');
  await getFilters(page).click();
  await expect(getFilters(page)).toHaveAttribute('aria-expanded', 'true');

  const statuses = ['All', 'New', 'Contacted', 'Appointment', 'Won', 'Lost'];
  expect(await getDropdown(page, 'Status').locator('option').allTextContents()).toEqual(statuses);
  const choices = [
    ['State', 'Texas', 'state=TX', 'TX'],
    ['Type', 'MYGA', 'leadType=MYGA', 'MYGA'],
    ['Age', '66-70', 'ageRange=66-70', '66-70'],
    ['Assets', '$1M+', 'assetBand=%241M%2B', '$1M+'],
  ] as const;
  for (const [label, chosen, query, shown] of choices) {
    await getDropdown(page, label).selectOption(chosen);
    await expect(page).toHaveURL(`${web}/dashboard?${query}`);
    await expect(getFilters(page)).toHaveAccessibleName('Filters 1 active');
    await expect(page.getByText('of 50 leads')).toBeHidden();
    await expect(getEntries(page)).not.toHaveCount(0);
    await expect(getEntries(page).filter({ hasNotText: shown })).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(`${web}/dashboard`);
    await expect(getDropdown(page, label)).toHaveValue('all');
    await expectText(page, 'Showing 10 of 50 leads');
  }

  // All samples are new.
  await getDropdown(page, 'Status').selectOption('New');
  await expect(page).toHaveURL(`${web}/dashboard?disposition=new`);
  await expectText(page, 'Showing 10 of 50 leads');
  await getDropdown(page, 'Status').selectOption('Won');
  await expectText(page, 'No leads found matching your filters');
  await expectText(page, 'Showing 0 of 0 leads');
  await getClear(page).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expectText(page, 'Showing 10 of 50 leads');
});

test('filters by From and To, which replace the Date period and vice versa', async ({ system, page }) => {
  const { web } = system.urls;
  const [fiveDaysAgo, tomorrow] = [dayFromNow(-5), dayFromNow(1)];
  await signInAsNewAgent(page, system);
  await openList(page, system, '?days=7&page=2');
  await getFilters(page).click();
  await getDay(page, 'From').fill(fiveDaysAgo);
  await expect(page).toHaveURL(`${web}/dashboard?from=${fiveDaysAgo}`);
  await expect(getDropdown(page, 'Date')).toHaveValue('all');
  await getDay(page, 'To').fill(tomorrow);
  await expect(page).toHaveURL(`${web}/dashboard?from=${fiveDaysAgo}&to=${tomorrow}`);
  await expect(getActive(page)).toHaveText([/^Sold .+ – .+$/]);
  await page.reload();
  await expect(getDay(page, 'From')).toHaveValue(fiveDaysAgo);
  await expect(getDay(page, 'To')).toHaveValue(tomorrow);

  // Days in the wrong order do not take effect.
  await getDay(page, 'To').fill(dayFromNow(-9));
  await expectText(page, 'Must not be before From');
  await expect(getDay(page, 'To')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(`${web}/dashboard?from=${fiveDaysAgo}&to=${tomorrow}`);
  await getDay(page, 'To').fill('');
  await expect(page).toHaveURL(`${web}/dashboard?from=${fiveDaysAgo}`);
  await expect(page.getByText('Must not be before From')).toBeHidden();

  await getDropdown(page, 'Date').selectOption('Last 7 days');
  await expect(page).toHaveURL(`${web}/dashboard?days=7`);
  await expect(getDay(page, 'From')).toHaveValue('');
  await expect(getActive(page)).toHaveCount(0);
  // Choosing both days adds one history entry.
  await page.goBack();
  await expect(getDay(page, 'From')).toHaveValue(fiveDaysAgo);
  await page.goBack();
  await expect(page).toHaveURL(`${web}/dashboard?days=7&page=2`);
  await expectText(page, 'Page 2 of 2');
});

test('opens a link with filters, and removes them one by one or all at once', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewAgent(page, system);
  await openList(page, system, '?state=TX&disposition=won&from=2026-11-01&to=2026-11-30');
  await expect(getFilters(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(getFilters(page)).toHaveAccessibleName('Filters 3 active');
  await expect(getActive(page)).toHaveText(['Status: Won', 'State: Texas', 'Sold Nov 1 – Nov 30, 2026']);
  await expect(getDropdown(page, 'Status')).toHaveValue('won');
  await expect(getDropdown(page, 'State')).toHaveValue('TX');
  await expect(getDay(page, 'From')).toHaveValue('2026-11-01');
  await expect(getDay(page, 'To')).toHaveValue('2026-11-30');
  await expect(getClear(page)).toHaveCount(1);

  // The focus goes to the next filter.
  await getRemoval(page, 'Status: Won').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${web}/dashboard?state=TX&from=2026-11-01&to=2026-11-30`);
  await expect(getRemoval(page, 'State: Texas')).toBeFocused();
  await getRemoval(page, 'Sold Nov 1 – Nov 30, 2026').click();
  await expect(page).toHaveURL(`${web}/dashboard?state=TX`);
  await expect(getDay(page, 'From')).toHaveValue('');
  await page.goBack();
  await expect(getActive(page)).toHaveText(['State: Texas', 'Sold Nov 1 – Nov 30, 2026']);

  // The active filters stay visible while the panel is closed.
  await getFilters(page).click();
  await expect(getDropdown(page, 'Status')).toBeHidden();
  await expect(getActive(page)).toHaveCount(2);
  await getClear(page).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(getActive(page)).toHaveCount(0);
  await expect(getFilters(page)).toHaveAccessibleName('Filters');
  await expectText(page, 'Showing 10 of 50 leads');

  for (const query of [
    '?from=2026-11-30&to=2026-11-01',
    '?from=yesterday&to=2026-02-30&state=Texas&disposition=sold&leadType=&ageRange=1&assetBand=all',
  ]) {
    await openList(page, system, query);
    await expectText(page, 'Showing 10 of 50 leads');
    await expect(getActive(page)).toHaveCount(0);
    await expect(getFilters(page)).toHaveAttribute('aria-expanded', 'false');
  }
});

test('filters own leads by one or all filters, and exports the matches', async ({ system, page }) => {
  const { web } = system.urls;
  await sellWaitingLeads(system);
  await signInAsNewBuyer(page, system);
  const californian = { state: 'CA', zip: '90001', age: 58, lead_type: 'MYGA', estimated_assets: '$1M+' };
  const won = await sellLead(page, system, californian);
  const other = await sellLead(page, system);
  await updateLead(page, system, won, { disposition: 'won' });

  await openList(page, system);
  await expectText(page, 'Showing 2 of 2 leads');
  await expect(getDropdown(page, `Status of ${won.name}`)).toHaveValue('won');
  const [before, after] = [dayFromNow(-3), dayFromNow(3)];
  for (const query of [
    'disposition=won',
    'state=CA',
    'leadType=MYGA',
    'ageRange=55-60',
    'assetBand=%241M%2B',
  ]) {
    await openList(page, system, `?${query}`);
    await expectText(page, 'Showing 1 of 1 leads');
    await expect(getEntries(page)).toContainText([won.name]);
  }
  for (const [query, count] of [
    [`from=${before}`, 2],
    [`to=${after}`, 2],
    [`from=${after}`, 0],
    [`to=${before}`, 0],
  ] as const) {
    await openList(page, system, `?${query}`);
    await expectText(page, `Showing ${count} of ${count} leads`);
  }

  const choices = 'disposition=won&state=CA&leadType=MYGA&ageRange=55-60&assetBand=%241M%2B';
  const query = `?days=7&from=${before}&to=${after}&${choices}`;
  await openList(page, system, `${query}#search=${won.email}`);
  await expectText(page, 'Showing 1 of 1 leads');
  await expect(getEntries(page)).toContainText([won.name]);
  await expect(getSearch(page)).toHaveValue(won.email);
  await expect(getDropdown(page, 'Date')).toHaveValue('7');
  await expect(getActive(page)).toHaveCount(6);
  const link = page.getByRole('link', { name: 'Export CSV' });
  await expect(link).toHaveAttribute('href', `/api/leads/export${query}`);
  const exported = await (await page.request.get(`${web}/api/leads/export?${choices}`)).text();
  expect(exported).toContain(won.email);
  expect(exported).not.toContain(other.email);

  // The lead's page links back to the list with the same filters.
  await page.getByRole('link', { name: won.name }).click();
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(getActive(page)).toHaveCount(6);

  // With a filter, a new lead is only announced, because it may not match.
  await openList(page, system, '?disposition=won');
  await expectLive(page);
  const arrived = await sellLead(page, system);
  await page.getByRole('button', { name: '1 new lead' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(getEntries(page).first()).toContainText(arrived.name);
});

test('shows two filters in a row on a phone, and is accessible in both color schemes', async ({
  system,
  page,
}) => {
  await signInAsNewAgent(page, system);
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page, system, '?state=MP&disposition=new&leadType=Fixed&assetBand=%24250K-%24500K');
  await expect(getActive(page)).toHaveCount(4);
  await expectNoOverflow(page);
  const boxOf = async (label: string) => {
    const box = await page.getByLabel(label, { exact: true }).boundingBox();
    if (!box) throw new Error(`${label} is not visible`);
    return box;
  };
  for (const [left, right] of [
    ['Status', 'State'],
    ['Type', 'Age'],
    ['Assets', 'Call back'],
    ['From', 'To'],
  ] as const) {
    // What loads above the filters moves them.
    await expect(async () => {
      const [first, second] = [await boxOf(left), await boxOf(right)];
      expect(second.y).toBeCloseTo(first.y, 0);
      expect(second.width).toBeCloseTo(first.width, 0);
      expect(second.x).toBeGreaterThan(first.x + first.width);
    }).toPass();
  }
  await expectAccessibleLayout(page);
});
