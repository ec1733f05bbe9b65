import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoOverflow, expectNoViolations } from './accessibility.js';
import { asBuyer, leaveLine, type PostedLead, sellLead } from './agents.js';
import { asNewAgent, BUSY, expectNotice, failOnce, hold } from './people.js';
import { expect, test } from './system.js';

const entries = (page: Page) => page.getByRole('list', { name: 'Leads', exact: true }).getByRole('listitem');
const entryOf = (page: Page, { name }: PostedLead) => entries(page).filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search leads' });
const date = (page: Page) => page.getByRole('combobox', { name: 'Date' });
const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous' });
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
const isLive = (page: Page) => says(page, 'Live');

async function openList(page: Page, web: string, query = ''): Promise<void> {
  await page.goto(`${web}/dashboard${query}`);
  await expect(page.getByRole('heading', { name: 'Recent Leads' })).toBeVisible();
  await isLive(page);
}

test.afterEach(async ({ system, page }) => leaveLine(page, system));

test('samples: fifty, plainly marked, searched, filtered and paged, until the first lead', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await asBuyer(page, system);
  await openList(page, web);
  await expect(page.getByText('These are samples.')).toBeVisible();
  await says(page, 'Showing 10 of 50 leads');
  await says(page, 'Page 1 of 5');
  await expect(entries(page)).toHaveCount(10);
  for (const entry of await entries(page).all()) {
    await expect(entry).toContainText('Sample');
    await expect(entry).toContainText('$80/lead');
    await expect(entry).toContainText(/Delivered \d/);
    await expect(entry.getByRole('link')).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
  await expect(previous(page)).toBeDisabled();

  const first = await entries(page).first().textContent();
  await next(page).click();
  await says(page, 'Page 2 of 5');
  await expect(page).toHaveURL(`${web}/dashboard?page=2`);
  expect(await entries(page).first().textContent()).not.toBe(first);
  await page.goBack();
  await says(page, 'Page 1 of 5');
  expect(await entries(page).first().textContent()).toBe(first);

  const options = ['All time', 'Last 24 hours', 'Last 7 days', 'Last 14 days', 'Last 30 days'];
  expect(await date(page).locator('option').allTextContents()).toEqual(options);
  await date(page).selectOption('Last 24 hours');
  await expect(page).toHaveURL(`${web}/dashboard?days=1`);
  await expect(entries(page)).not.toHaveCount(10);
  await search(page).fill('nobody of this name');
  await says(page, 'No leads found matching your filters');
  await says(page, 'Showing 0 of 0 leads');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(search(page)).toHaveValue('');
  await says(page, 'Showing 10 of 50 leads');
  await search(page).fill('TX');
  await expect(page).toHaveURL(`${web}/dashboard?search=TX`);
  for (const entry of await entries(page).all()) await expect(entry).toContainText('TX');

  await page.getByRole('button', { name: 'Clear search' }).click();
  await says(page, 'Showing 10 of 50 leads');
  const lead = await sellLead(page, system);
  await expect(entryOf(page, lead)).toBeVisible();
  await expect(page.getByText('These are samples.')).toBeHidden();
  await says(page, 'Showing 1 of 1 leads');
});

for (const width of [1280, 390])
  test(`a lead comes in live, with all its fields, and glows once (${width} px)`, async ({
    system,
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await asBuyer(page, system);
    await openList(page, system.urls.web);
    await page.evaluate(`
      globalThis.glows = [];
      addEventListener('animationstart', ({ animationName }) => glows.push(animationName));
    `);
    const glows = () => page.evaluate('glows.filter((name) => name.startsWith("lead-"))');
    const lead = await sellLead(page, system);
    const entry = entryOf(page, lead);
    await expect(entry).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `New lead: ${lead.name}` })).toBeAttached();
    await expect(entry.getByRole('link', { name: lead.email })).toHaveAttribute(
      'href',
      `mailto:${lead.email}`,
    );
    const digits = lead.phone.replaceAll(/\D/g, '');
    await expect(entry.getByRole('link', { name: lead.phone })).toHaveAttribute('href', `tel:+1${digits}`);
    for (const text of ['Fixed', '66-70', 'TX', '$250K-$500K', '$80/lead'])
      await expect(entry).toContainText(text);
    await expect(entry).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M/);
    await expect(entry).toContainText(/Delivered \d{1,2}:\d{2} [AP]M/);
    expect(await glows()).toEqual(['lead-in', 'lead-glow']);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate('glows.length = 0');
    const still = await sellLead(page, system);
    await expect(entryOf(page, still)).toBeVisible();
    expect(await glows()).toEqual([]);
    await expectNoOverflow(page);

    // Anywhere on it, but for the links in it, leads to its page.
    await entryOf(page, still).click({ position: { x: 6, y: 6 } });
    await expect(page).toHaveURL(`${system.urls.web}/leads/${still.id}`);
    await expect(page.getByRole('heading', { level: 1, name: still.name })).toBeVisible();
    await expect(page.getByRole('link', { name: `Call ${still.phone}` })).toBeVisible();
    await page.goBack();
    await expect(entryOf(page, still)).toBeVisible();
  });

test('more than a page: search, dates, pages, back, a new lead elsewhere, and the export', async ({
  system,
  page,
}) => {
  test.slow();
  const { web } = system.urls;
  await asBuyer(page, system);
  const leads: PostedLead[] = [];
  const states = ['TX', 'TX', 'CA', 'TX', 'TX', 'TX', 'TX', 'TX', 'TX', 'TX', 'TX'];
  for (const state of states) leads.unshift(await sellLead(page, system, { state }));
  const [newest, , , , , , , , californian, , oldest] = leads;
  if (!newest || !californian || !oldest) throw new Error('there are too few leads');

  await openList(page, web);
  await says(page, 'Showing 10 of 11 leads');
  await says(page, 'Page 1 of 2');
  await expect(entries(page).first()).toContainText(newest.name);
  await next(page).focus();
  await page.keyboard.press('Enter');
  await says(page, 'Showing 1 of 11 leads');
  await expect(page).toHaveURL(`${web}/dashboard?page=2`);
  await expect(entryOf(page, oldest)).toBeVisible();
  await expect(next(page)).toBeDisabled();
  await expect(next(page)).toBeFocused();
  await page.reload();
  await says(page, 'Page 2 of 2');

  // What came elsewhere is offered, not forced.
  await isLive(page);
  const arrived = await sellLead(page, system);
  await page.getByRole('button', { name: '1 new lead' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await expect(entries(page).first()).toContainText(arrived.name);
  await expect(page.getByRole('button', { name: '1 new lead' })).toBeHidden();
  await says(page, 'Showing 10 of 12 leads');

  for (const term of [oldest.name.toUpperCase(), oldest.email, oldest.phone]) {
    await search(page).fill(term);
    await says(page, 'Showing 1 of 1 leads');
    await expect(entryOf(page, oldest)).toBeVisible();
  }
  await search(page).fill('ca');
  await expect(entryOf(page, californian)).toBeVisible();
  await expect(entryOf(page, oldest)).toBeHidden();
  await expect(page).toHaveURL(`${web}/dashboard?search=ca`);
  await date(page).selectOption('Last 7 days');
  await expect(page).toHaveURL(`${web}/dashboard?search=ca&days=7`);
  await page.goBack();
  await expect(date(page)).toHaveValue('all');
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await says(page, 'Showing 10 of 12 leads');
  await page.goForward();
  await expect(search(page)).toHaveValue('ca');

  // The lead's page leads back to the same list.
  await page.getByRole('link', { name: californian.name }).click();
  await expect(page).toHaveURL(`${web}/leads/${californian.id}`);
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(`${web}/dashboard?search=ca`);

  const link = page.getByRole('link', { name: 'Export CSV' });
  await expect(link).toHaveAttribute('href', '/api/leads/export?search=ca');
  await failOnce(page, 'GET', '/api/leads/export');
  await link.click();
  await expectNotice(page, 'Error', BUSY);
  const letGo = await hold(page, '/api/leads/export');
  const file = page.waitForEvent('download');
  await link.click();
  await says(page, 'Exporting...');
  letGo();
  const text = await readFile(await (await file).path(), 'utf8');
  const lines = text.trim().split('\r\n');
  const total = Number(/of (\d+) leads/.exec((await page.getByText(/^Showing/).textContent()) ?? '')?.[1]);
  expect(lines).toHaveLength(total + 1);
  expect(text).toContain(californian.email);
  expect(text).not.toContain(oldest.email);
  await expect(link).toBeVisible();

  await page.goto(`${web}/dashboard?page=99`);
  await expect(page).toHaveURL(`${web}/dashboard?page=2`);
  await says(page, 'Page 2 of 2');
});

test('a list that cannot be read says so in its place, and is read again', async ({ system, page }) => {
  await asNewAgent(page, system);
  await failOnce(page, 'GET', '/api/leads');
  await page.goto(`${system.urls.web}/dashboard`);
  const alert = page.getByRole('alert').filter({ hasText: 'Your leads could not be loaded.' });
  await expect(alert).toContainText(BUSY);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await says(page, 'Showing 10 of 50 leads');
  await expect(alert).toBeHidden();
});

test('accessible and within the screen in both modes, on a phone and on a desk', async ({ system, page }) => {
  test.slow();
  await asNewAgent(page, system);
  const each = async (look: () => Promise<void>) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await look();
        await expectNoOverflow(page);
        await expectNoViolations(page);
      }
  };
  await each(() => openList(page, system.urls.web));
  await each(async () => {
    await page.goto(`${system.urls.web}/dashboard?search=nobody`);
    await says(page, 'No leads found matching your filters');
  });
});
