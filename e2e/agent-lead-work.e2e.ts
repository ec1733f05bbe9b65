import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectFocusKept } from './accessibility.js';
import {
  expectText,
  openList,
  pauseService,
  type PostedLead,
  sellLead,
  sellWaitingLeads,
  signInAsNewBuyer,
  updateLead,
} from './agent-helpers.js';
import { BUSY, expectNotice, failOnce, holdRequests } from './helpers.js';
import { expect, type System, test } from './system.js';

const getStatus = (page: Page, { name }: PostedLead) =>
  page.getByRole('combobox', { name: `Status of ${name}`, exact: true });
const getCheckbox = (page: Page, { name }: PostedLead) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const getSelectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' });
const getSelectionBar = (page: Page) => page.getByRole('region', { name: 'Selected leads' });
const getNewStatus = (page: Page) =>
  getSelectionBar(page).getByRole('combobox', { name: 'New status of the selected leads' });
const getSetStatus = (page: Page) => getSelectionBar(page).getByRole('button', { name: 'Set status' });

interface Disposition {
  readonly disposition: string;
  readonly version: number;
}

async function readLead(page: Page, { urls }: System, { id }: PostedLead): Promise<Disposition> {
  return (await (await page.request.get(`${urls.web}/api/leads/${id}`)).json()) as Disposition;
}

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('saves a status as soon as it is chosen, by pointer and by keyboard', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openList(page, system);
  const status = getStatus(page, lead);
  await expect(status).toHaveValue('new');
  const options = ['New', 'Contacted', 'Appointment', 'Won', 'Lost'];
  expect(await status.locator('option').allTextContents()).toEqual(options);
  // The link that covers the card does not take the click.
  await status.click({ trial: true });

  // Several choices during a save cause only one more save, of the last choice.
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataJSON());
  });
  const { version } = await readLead(page, system, lead);
  const release = await holdRequests(page, `/api/leads/${lead.id}`);
  await status.selectOption('Contacted');
  await expect(status).toHaveAttribute('aria-busy', 'true');
  await status.selectOption('Appointment');
  await status.selectOption('Won');
  await expect(status).toHaveValue('won');
  release();
  await expect(status).toHaveAttribute('aria-busy', 'false');
  await expect(status).toHaveValue('won');
  expect(sent).toEqual([
    { version, disposition: 'contacted' },
    { version: version + 1, disposition: 'won' },
  ]);

  await status.focus();
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveValue('lost');
  await expect(status).toHaveAttribute('aria-busy', 'false');
  await expect(status).toBeFocused();
  expect(await readLead(page, system, lead)).toMatchObject({ disposition: 'lost', version: version + 3 });
  await page.getByRole('link', { name: lead.name }).click();
  await expect(page.getByRole('radio', { name: 'Lost' })).toBeChecked();
});

test('shows the saved status again when a save fails or another window saved first', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openList(page, system);
  const status = getStatus(page, lead);
  await failOnce(page, 'PATCH', `/api/leads/${lead.id}`);
  await status.selectOption('Won');
  await expectNotice(page, 'Error', BUSY);
  await expect(status).toHaveValue('new');

  // An event would refresh the list, and so end the conflict.
  const release = await holdRequests(page, '/api/leads');
  await updateLead(page, system, lead, { disposition: 'lost' });
  await status.selectOption('Won');
  const sentence = 'This lead was changed in another window. Reload it to see the newer version.';
  await expectNotice(page, 'Error', sentence);
  release();
  await expect(status).toHaveValue('lost');
  // The list was reloaded, so the next save succeeds.
  await status.selectOption('Won');
  await expect(status).toHaveAttribute('aria-busy', 'false');
  expect(await readLead(page, system, lead)).toMatchObject({ disposition: 'won' });
});

test('shows the status of a refunded lead as text, not as a field', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await page.route(/\/api\/leads(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { leads: object[] };
    const leads = body.leads.map((each) => ({ ...each, disposition: 'won', isContactWithheld: true }));
    await route.fulfill({ response, json: { ...body, leads } });
  });
  await openList(page, system);
  const entry = page
    .getByRole('list', { name: 'Leads', exact: true })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/leads/${lead.id}"]`) });
  await expect(entry.getByText('Won', { exact: true })).toBeVisible();
  await expect(entry.getByRole('combobox').or(entry.getByRole('checkbox'))).toHaveCount(0);
  await expect(getSelectPage(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('selects leads on several pages, gives them one status, and exports them', async ({ system, page }) => {
  await sellWaitingLeads(system);
  await signInAsNewBuyer(page, system);
  const leads: PostedLead[] = [];
  for (let count = 0; count < 11; count += 1) leads.unshift(await sellLead(page, system));
  const [first, second] = leads;
  const last = leads.at(-1);
  if (!first || !second || !last) throw new Error('Too few leads were sold');

  await openList(page, system);
  await expect(getSelectionBar(page)).toHaveCount(0);
  await getCheckbox(page, first).check();
  await expect(getSelectionBar(page)).toContainText('1 lead selected');
  await getSelectPage(page).check();
  await expect(getSelectionBar(page)).toContainText('10 leads selected');
  await page.getByRole('button', { name: 'Next' }).click();
  await expectText(page, 'Page 2 of 2');
  await expect(getSelectPage(page)).not.toBeChecked();
  await getCheckbox(page, last).focus();
  await page.keyboard.press('Space');
  await expect(getSelectionBar(page)).toContainText('11 leads selected');
  await getSelectPage(page).uncheck();
  await expect(getSelectionBar(page)).toContainText('10 leads selected');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(getSelectPage(page)).toBeChecked();

  // Changing the filters clears the selection.
  await page.getByRole('combobox', { name: 'Date' }).selectOption('Last 7 days');
  await expect(getSelectionBar(page)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Date' }).selectOption('All time');
  await expect(getSelectPage(page)).not.toBeChecked();

  await getCheckbox(page, first).check();
  await getCheckbox(page, second).check();
  await getNewStatus(page).selectOption('Appointment');
  await failOnce(page, 'POST', '/api/leads/dispositions');
  await getSetStatus(page).click();
  await expectNotice(page, 'Error', BUSY);
  await expect(getSelectionBar(page)).toContainText('2 leads selected');
  await expectAccessibleLayout(page);
  await getSetStatus(page).focus();
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Status updated', '2 leads have the status Appointment.');
  await expect(getSelectionBar(page)).toHaveCount(0);
  await expectFocusKept(page);
  for (const lead of [first, second]) await expect(getStatus(page, lead)).toHaveValue('appointment');
  await expect(getStatus(page, leads[2] ?? last)).toHaveValue('new');
  // The list has loaded the new versions, so this save does not conflict.
  await getStatus(page, first).selectOption('Won');
  await expect(getStatus(page, first)).toHaveAttribute('aria-busy', 'false');
  expect(await readLead(page, system, first)).toMatchObject({ disposition: 'won' });

  await getCheckbox(page, second).check();
  const release = await holdRequests(page, '/api/leads/dispositions');
  await getSetStatus(page).click();
  // A lead that is selected while the status is saved stays selected.
  await getCheckbox(page, first).check();
  release();
  await expectNotice(page, 'Status updated', '1 lead has the status Contacted.');
  await expect(getSelectionBar(page)).toContainText('1 lead selected');
  await getCheckbox(page, second).check();
  const file = page.waitForEvent('download');
  await getSelectionBar(page).getByRole('link', { name: 'Export selected' }).click();
  const text = await readFile(await (await file).path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain(first.email);
  expect(text).toContain(second.email);
  await failOnce(page, 'GET', '/api/leads/export');
  await getSelectionBar(page).getByRole('link', { name: 'Export selected' }).click();
  await expectNotice(page, 'Error', BUSY);
  await getSelectionBar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect(getSelectionBar(page)).toHaveCount(0);
  await expect(getCheckbox(page, first)).not.toBeChecked();
});
