import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import {
  expectLive,
  expectText,
  pauseService,
  type PostedLead,
  sellLead,
  sellWaitingLeads,
  signInAsNewBuyer,
} from './agent-helpers.js';
import { signInAsNewAgent, BUSY, expectNotice, failLoads, failOnce, holdRequests } from './helpers.js';
import { expect, test } from './system.js';

const getEntries = (page: Page) =>
  page.getByRole('list', { name: 'Leads', exact: true }).getByRole('listitem');
const getEntry = (page: Page, { name }: PostedLead) => getEntries(page).filter({ hasText: name });
const getSearch = (page: Page) => page.getByRole('searchbox', { name: 'Search leads' });
const getDateFilter = (page: Page) => page.getByRole('combobox', { name: 'Date' });
const getNext = (page: Page) => page.getByRole('button', { name: 'Next' });
const getPrevious = (page: Page) => page.getByRole('button', { name: 'Previous' });

async function openList(page: Page, web: string, query = ''): Promise<void> {
  await page.goto(`${web}/dashboard${query}`);
  await expect(page.getByRole('heading', { name: 'Recent Leads' })).toBeVisible();
  await expectLive(page);
}

test.beforeEach(({ system }) => sellWaitingLeads(system));
test.afterEach(async ({ system, page }) => pauseService(page, system));

test('shows 50 labeled samples until the first lead arrives', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  await openList(page, web);
  await expect(page.getByText('These are samples.')).toBeVisible();
  await expectText(page, 'Showing 10 of 50 leads');
  await expectText(page, 'Page 1 of 5');
  await expect(getEntries(page)).toHaveCount(10);
  for (const entry of await getEntries(page).all()) {
    await expect(entry).toContainText('Sample');
    await expect(entry).toContainText(`${formatPrice(LEAD_PRICE_CENTS)}/lead`);
    await expect(entry).toContainText(/Delivered \d/);
    await expect(entry.locator('a, input, select')).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  await expect(getPrevious(page)).toBeDisabled();

  const first = await getEntries(page).first().textContent();
  await getNext(page).click();
  await expectText(page, 'Page 2 of 5');
  await expect(page).toHaveURL(`${web}/dashboard?page=2`);
  expect(await getEntries(page).first().textContent()).not.toBe(first);
  await page.goBack();
  await expectText(page, 'Page 1 of 5');
  expect(await getEntries(page).first().textContent()).toBe(first);

  const options = ['All time', 'Last 24 hours', 'Last 7 days', 'Last 14 days', 'Last 30 days'];
  expect(await getDateFilter(page).locator('option').allTextContents()).toEqual(options);
  await getDateFilter(page).selectOption('Last 24 hours');
  await expect(page).toHaveURL(`${web}/dashboard?days=1`);
  await expect(getEntries(page)).not.toHaveCount(10);
  await getSearch(page).fill('no such name');
  await expectText(page, 'No leads found matching your filters');
  await expectText(page, 'Showing 0 of 0 leads');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(getSearch(page)).toHaveValue('');
  await expectText(page, 'Showing 10 of 50 leads');
  await getSearch(page).fill('TX');
  await expect(page).toHaveURL(`${web}/dashboard#search=TX`);
  await expect(getEntries(page)).not.toHaveCount(0);
  await expect(getEntries(page).filter({ hasNotText: 'TX' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Clear search' }).click();
  await expectText(page, 'Showing 10 of 50 leads');
  const lead = await sellLead(page, system);
  await expect(getEntry(page, lead)).toBeVisible();
  await expect(page.getByText('These are samples.')).toBeHidden();
  await expectText(page, 'Showing 1 of 1 leads');
});

test('shows the new lead without a reload and highlights it once, on a phone', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsNewBuyer(page, system);
  await openList(page, system.urls.web);
  await page.evaluate(`
    globalThis.glows = [];
    addEventListener('animationstart', ({ animationName }) => glows.push(animationName));
    // The announcement disappears with the highlight.
    globalThis.announced = '';
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('[role=status]')) announced += each.textContent;
    }).observe(document.body, { childList: true, subtree: true });
  `);
  const glows = () => page.evaluate('glows.filter((name) => name.startsWith("lead-"))');
  const lead = await sellLead(page, system);
  const entry = getEntry(page, lead);
  await expect(entry).toBeVisible();
  await expect.poll(() => page.evaluate<string>('announced')).toContain(`New lead: ${lead.name}`);
  await expect(entry.getByRole('link', { name: lead.email })).toHaveAttribute('href', `mailto:${lead.email}`);
  const digits = lead.phone.replaceAll(/\D/g, '');
  await expect(entry.getByRole('link', { name: lead.phone })).toHaveAttribute('href', `tel:+1${digits}`);
  for (const text of ['Fixed', '66-70', 'TX', '$250K-$500K', `${formatPrice(LEAD_PRICE_CENTS)}/lead`])
    await expect(entry).toContainText(text);
  await expect(entry).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M/);
  await expect(entry).toContainText(/Delivered \d{1,2}:\d{2} [AP]M/);
  await expect.poll(glows).toEqual(['lead-in', 'lead-glow']);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate('glows.length = 0');
  const secondLead = await sellLead(page, system);
  await expect(getEntry(page, secondLead)).toBeVisible();
  expect(await glows()).toEqual([]);
  await expectNoOverflow(page);

  // The whole card opens the lead, except for the links inside it.
  await getEntry(page, secondLead).click({ position: { x: 6, y: 6 } });
  await expect(page).toHaveURL(`${system.urls.web}/leads/${secondLead.id}`);
  await expect(page.getByRole('heading', { level: 1, name: secondLead.name })).toBeVisible();
  await expect(page.getByRole('link', { name: `Call ${secondLead.phone}` })).toBeVisible();
  await page.goBack();
  await expect(getEntry(page, secondLead)).toBeVisible();
});

test('searches, filters, pages and exports more leads than fit a page', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  const leads: PostedLead[] = [];
  const states = ['TX', 'TX', 'CA', 'TX', 'TX', 'TX', 'TX', 'TX', 'TX', 'TX', 'TX'];
  for (const state of states)
    leads.unshift(await sellLead(page, system, { state, zip: state === 'CA' ? '90001' : '78701' }));
  const [newest, , , , , , , , californian, , oldest] = leads;
  if (!newest || !californian || !oldest) throw new Error('Too few leads were sold');

  await openList(page, web);
  await expectText(page, 'Showing 10 of 11 leads');
  await expectText(page, 'Page 1 of 2');
  await expect(getEntries(page).first()).toContainText(newest.name);
  await getNext(page).focus();
  await page.keyboard.press('Enter');
  await expectText(page, 'Showing 1 of 11 leads');
  await expect(page).toHaveURL(`${web}/dashboard?page=2`);
  await expect(getEntry(page, oldest)).toBeVisible();
  await expect(getNext(page)).toBeDisabled();
  await expect(getNext(page)).toBeFocused();
  await page.reload();
  await expectText(page, 'Page 2 of 2');

  // A lead that arrives while page 2 is open does not move the list.
  await expectLive(page);
  const arrived = await sellLead(page, system);
  await page.getByRole('button', { name: '1 new lead' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(getEntries(page).first()).toContainText(arrived.name);
  await expect(page.getByRole('button', { name: '1 new lead' })).toBeHidden();
  await expectText(page, 'Showing 10 of 12 leads');

  for (const term of [oldest.name.toUpperCase(), oldest.email, oldest.phone]) {
    await getSearch(page).fill(term);
    await expectText(page, 'Showing 1 of 1 leads');
    await expect(getEntry(page, oldest)).toBeVisible();
  }
  await getSearch(page).fill('ca');
  await expect(getEntry(page, californian)).toBeVisible();
  await expect(getEntry(page, oldest)).toBeHidden();
  await expect(page).toHaveURL(`${web}/dashboard#search=ca`);
  await getDateFilter(page).selectOption('Last 7 days');
  await expect(page).toHaveURL(`${web}/dashboard?days=7#search=ca`);
  await page.goBack();
  await expect(getDateFilter(page)).toHaveValue('all');
  await page.goBack();
  await expect(getSearch(page)).toHaveValue('');
  await expectText(page, 'Showing 10 of 12 leads');
  await page.goForward();
  await expect(getSearch(page)).toHaveValue('ca');

  // The lead page links back to the same search.
  await page.getByRole('link', { name: californian.name }).click();
  await expect(page).toHaveURL(`${web}/leads/${californian.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(`${web}/dashboard#search=ca`);

  const link = page.getByRole('link', { name: 'Export CSV' });
  await expect(link).toHaveAttribute('href', '/api/leads/export');
  await failOnce(page, 'GET', '/api/leads/export');
  await link.click();
  await expectNotice(page, 'Error', BUSY);
  const release = await holdRequests(page, '/api/leads/export');
  const file = page.waitForEvent('download');
  await link.click();
  await expectText(page, 'Exporting...');
  release();
  const text = await readFile(await (await file).path(), 'utf8');
  const lines = text.trim().split('\r\n');
  const total = Number(/of (\d+) leads/.exec((await page.getByText(/^Showing/).textContent()) ?? '')?.[1]);
  expect(lines).toHaveLength(total + 1);
  expect(text).toContain(californian.email);
  expect(text).not.toContain(oldest.email);
  await expect(link).toBeVisible();

  await page.goto(`${web}/dashboard?page=99`);
  await expect(page).toHaveURL(`${web}/dashboard?page=2`);
  await expectText(page, 'Page 2 of 2');
});

test('shows a load failure in place of the list and recovers on retry', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  const recover = await failLoads(page, '/api/leads');
  await page.goto(`${system.urls.web}/dashboard`);
  const alert = page.getByRole('alert').filter({ hasText: 'Your leads could not be loaded.' });
  await expect(alert).toContainText(BUSY);
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectText(page, 'Showing 10 of 50 leads');
  await expect(alert).toBeHidden();
});

test('is accessible and fits phone and desktop in both color schemes', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await openList(page, system.urls.web);
  await expectAccessibleLayout(page);
});
