import { formatAmount, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { expectText, openLead, pauseService, sellLead, signInAsNewBuyer } from './agent-helpers.js';
import { signInAsNewAgent, BUSY, failLoads, failOnce, holdRequests } from './helpers.js';
import { expect, test } from './system.js';

const getNotes = (page: Page) => page.getByRole('textbox', { name: 'Notes' });
const getSave = (page: Page) => page.getByRole('button', { name: 'Save' });
const getDashboardLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Dashboard' });

const LIVE = '**/api/live';
/** Keeps events from reloading the lead before the test has seen a failure. */
const stopEvents = (page: Page) => page.route(LIVE, (route) => route.abort());

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('shows fields, receipt, charge and delivery of a lead', async ({ system, page }) => {
  const { email } = await signInAsNewBuyer(page, system);
  const consent = {
    tcpa_text: 'I agree to be called about annuities.',
    ip_address: '203.0.113.7',
    landing_page_url: 'https://funnel.example.com/annuity',
  };
  const lead = await sellLead(page, system, consent, { hasCertificate: true });
  await openLead(page, system, lead);
  await expect(page).toHaveTitle(`${lead.name} | Annuity Desk`);
  const details = page.getByRole('region', { name: 'Details' });
  for (const text of [lead.phone, lead.email, 'TX', '78701', '66-70', '$250K-$500K', '0-3 months', 'Fixed'])
    await expect(details).toContainText(text);

  const receipt = page.getByRole('region', { name: 'Exclusivity receipt' });
  await expect(receipt).toContainText('Received from Sample funnel');
  await expect(receipt).toContainText('Sold once, to you');
  await expect(receipt).toContainText(/Receipt number\s*[0-9a-f]{8}-/);
  for (const text of [lead.certificateUrl, ...Object.values(consent)])
    await expect(receipt).toContainText(text);

  const charge = page.getByRole('region', { name: 'Charge' });
  await expect(charge).toContainText(formatAmount(LEAD_PRICE_CENTS));
  await expect(charge).toContainText('Paid');
  await expect(charge).toContainText(/pi_\w+/);
  const log = page.getByRole('region', { name: 'Delivery log' });
  await expect(log).toContainText(`Email ${email}`);
  await expect(log).toContainText('Delivered');
  await expect(log).toContainText(/in \d+(\.\d+)? m?s/);
});

test('saves status and notes, keeps them through failures, and reports a conflicting edit', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  const status = (name: string, on = page) => on.getByRole('radio', { name });
  const notes = (on = page) => getNotes(on);
  const save = (on = page) => getSave(on);
  await expect(status('New')).toBeChecked();
  await expect(save()).toBeDisabled();

  await status('New').focus();
  await page.keyboard.press('ArrowRight');
  await expect(status('Contacted')).toBeChecked();
  await notes().fill('Call on Friday.');
  await failOnce(page, 'PATCH', `/api/leads/${lead.id}`);
  await save().click();
  await expect(page.getByRole('alert')).toContainText(`Your changes were not saved. ${BUSY}`);
  await expect(notes()).toHaveValue('Call on Friday.');

  // Navigating away keeps the unsaved changes.
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: lead.name }).click();
  await expect(notes()).toHaveValue('Call on Friday.');
  await expectText(page, 'Not saved yet');
  const release = await holdRequests(page, `/api/leads/${lead.id}`);
  await save().click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expectText(page, 'Saved');
  await page.unrouteAll();
  await page.reload();
  await expect(notes()).toHaveValue('Call on Friday.');
  await expect(status('Contacted')).toBeChecked();

  // From now on, a refresh of the page does not replace what the form is based on.
  await notes().fill('Call on Monday.');
  const other = await page.context().newPage();
  await openLead(other, system, lead);
  await status('Won', other).check();
  await notes(other).fill('Signed on Thursday.');
  await save(other).click();
  await expectText(other, 'Saved');

  await save().click();
  const conflict = page.getByRole('alert').filter({ hasText: 'This lead was changed in another window' });
  await expect(conflict).toBeVisible();
  await expect(notes()).toHaveValue('Call on Monday.');
  const recover = await failLoads(page, `/api/leads/${lead.id}`);
  await conflict.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(conflict).toContainText(BUSY);
  await expect(notes()).toHaveValue('Call on Monday.');
  await recover();
  await conflict.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(notes()).toHaveValue('Signed on Thursday.');
  await expect(status('Won')).toBeChecked();
  await expect(page.getByText('Your unsaved changes')).toBeVisible();
  await expectText(page, 'Call on Monday.');
  await page.getByRole('button', { name: 'Use my changes' }).click();
  await expect(notes()).toHaveValue('Call on Monday.');
  await save().click();
  await expectText(page, 'Saved');

  await notes().fill('Discarded note');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(notes()).toHaveValue('Call on Monday.');

  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('combobox', { name: `Status of ${lead.name}` })).toHaveValue('won');
});

test('finishes a save when the agent leaves the page, and shows that it runs when they come back', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  await getNotes(page).fill('Call on Friday.');
  const release = await holdRequests(page, `/api/leads/${lead.id}`, 'PATCH');
  await getSave(page).click();
  await getDashboardLink(page).click();
  await page.getByRole('link', { name: lead.name }).click();
  await expect(getNotes(page)).toHaveValue('Call on Friday.');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await getDashboardLink(page).click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  release();
  await saved;
  await page.getByRole('link', { name: lead.name }).click();
  await expect(getNotes(page)).toHaveValue('Call on Friday.');
  await getNotes(page).fill('Call on Monday.');
  await getSave(page).click();
  await expectText(page, 'Saved');
});

test('asks before it logs out while notes are not saved', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await pauseService(page, system);
  await openLead(page, system, lead);
  await getNotes(page).fill('Call on Friday.');
  const questions: string[] = [];
  page.on('dialog', async (question) => {
    questions.push(question.type());
    await question.accept();
  });
  const dialog = page.getByRole('alertdialog', { name: 'Log out without saving?' });
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(getNotes(page)).toHaveValue('Call on Friday.');

  // On other pages, too.
  await getDashboardLink(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await logout.click();
  await expect(dialog).toContainText('What you typed is not saved yet, and will be lost.');
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(getNotes(page)).toHaveValue('Call on Friday.');
  await logout.click();
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${web}/`);
  expect(questions).toEqual([]);
});

test('says that the charge and the deliveries cannot be shown, and offers a retry', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await stopEvents(page);
  let areMissing = true;
  await page.route(`**/api/leads/${lead.id}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    const missing = areMissing ? { charge: null, deliveries: [], areDeliveriesMissing: true } : {};
    await route.fulfill({ response, json: { ...body, ...missing } });
  });
  await openLead(page, system, lead);
  const charge = page.getByRole('region', { name: 'Charge' });
  const log = page.getByRole('region', { name: 'Delivery log' });
  await expect(charge).toContainText("We can't show the charge right now. The lead is still yours.");
  await expect(log).toContainText("We can't show the deliveries right now. The lead is still yours.");
  areMissing = false;
  await log.getByRole('button', { name: 'Try again' }).click();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(log).toContainText('Delivered');
  await expect(charge).toContainText('Paid');
});

test('hides unknown leads and other agents’ leads, and recovers from a load failure', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await stopEvents(page);
  const recover = await failLoads(page, `/api/leads/${lead.id}`);
  await page.goto(`${web}/leads/${lead.id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'The lead could not be loaded.' });
  await expect(alert).toContainText(BUSY);
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
  await pauseService(page, system);

  await signInAsNewAgent(page, system);
  for (const id of [lead.id, '11111111-1111-4111-8111-111111111111', 'nothing']) {
    await page.goto(`${web}/leads/${id}`);
    await expectText(page, 'Lead not found');
    await expect(page.getByText(lead.name)).toBeHidden();
  }
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
});

test('is accessible and fits phone and desktop in both color schemes', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const long = { first_name: 'Bartholomew-Alexander', last_name: 'Featherstonehaugh-Ellison' };
  const lead = await sellLead(page, system, long);
  await openLead(page, system, { ...lead, name: `${long.first_name} ${long.last_name}` });
  await expect(page.getByRole('region', { name: 'Delivery log' })).toContainText('Delivered');
  await getNotes(page).fill('Not saved');
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await expectAccessibleLayout(page);
});

test('moves the focus down the page on a phone, and shows the number of a listed lead without a network', async ({
  system,
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsNewBuyer(page, system);
  const other = await sellLead(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, other);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const link = page.getByRole('link', { name: lead.name });
  await expect(link).toBeVisible();
  await context.setOffline(true);
  await link.click();
  await expect(page.getByText('The lead could not be loaded.')).toBeVisible();
  await expect(page.getByRole('link', { name: `Call ${lead.phone}` })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();

  await page.getByRole('link', { name: 'Send email' }).focus();
  const problem = page.getByRole('button', { name: 'Report a problem' });
  let last = 0;
  while ((await problem.and(page.locator(':focus')).count()) === 0) {
    await page.keyboard.press('Tab');
    const top = await page.evaluate<number>('document.activeElement.getBoundingClientRect().top + scrollY');
    expect(top).toBeGreaterThanOrEqual(last);
    last = top;
  }
  expect(last).toBeGreaterThan(800);
});

test('prints the lead without controls', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Details', 'Exclusivity receipt', 'Charge', 'Delivery log'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
});
