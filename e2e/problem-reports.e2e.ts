import { formatAmount, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import {
  openLead,
  pauseService,
  sellLead,
  signInAsNewBuyer,
  signInAsOwnerWithCard,
} from './agent-helpers.js';
import { getRows, signInAsAdmin } from './admin-helpers.js';
import { expectNotice } from './helpers.js';
import { expectEmail } from './security-helpers.js';
import { expect, type System, test } from './system.js';

const getCard = (page: Page) => page.getByRole('region', { name: 'Problems with this lead' });

async function report(page: Page, problem: string, details = ''): Promise<void> {
  await getCard(page).getByRole('button', { name: 'Report a problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByLabel('What is wrong?').selectOption(problem);
  await dialog.getByLabel(/^Details/).fill(details);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  // The notice of an earlier report says the same.
  await expect(dialog).toBeHidden();
  await expectNotice(page, 'Report sent');
}

/** Opens the dialog of a button, checks it, and closes it with the keyboard. */
async function expectAccessibleDialog(
  page: Page,
  button: string,
  check: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  await check(dialog);
  await expectAccessibleLayout(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Reloads the page with changes to what it reads from an address. */
async function reloadWith(page: Page, path: string, changes: object): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...changes } });
  });
  await page.reload();
}

async function openAsAdmin(browser: Browser, system: System): Promise<Page> {
  const admin = await (await browser.newContext()).newPage();
  await signInAsAdmin(admin, system);
  await admin.goto(`${system.urls.web}/admin/problems`);
  await expect(admin.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible();
  return admin;
}

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('an agent reports a lead that was not delivered, and an admin refunds it', async ({
  system,
  page,
  browser,
}) => {
  const { email } = await signInAsOwnerWithCard(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  await expect(getCard(page)).toContainText('within 7 days of the purchase');

  await expectAccessibleDialog(page, 'Report a problem', async (dialog) => {
    await dialog.getByLabel('What is wrong?').selectOption('The phone number is wrong');
    await expect(dialog).toContainText('It does not lead to a refund.');
  });

  await report(page, 'The phone number is wrong');
  await expect(getCard(page)).toContainText('It does not lead to a refund.');
  await report(page, 'The lead was not delivered to me', 'No email arrived.\nI looked in the spam folder.');
  await expect(getCard(page)).toContainText('Reported');
  await expect(getCard(page).getByRole('button', { name: 'Report a problem' })).toBeHidden();
  await expectAccessibleLayout(page);
  await expectEmail(page, system, email, 'We got your report');

  const admin = await openAsAdmin(browser, system);
  const row = getRows(admin, /^Problems/).filter({ hasText: lead.name });
  await expect(row).toContainText('Not delivered');
  await expect(row.getByRole('link', { name: 'Sample funnel' })).toBeVisible();
  await expectAccessibleLayout(admin);
  await admin.getByLabel('Problem', { exact: true }).selectOption('Charged twice');
  await expect(row).toHaveCount(0);
  await admin.getByLabel('Problem', { exact: true }).selectOption('Not delivered');
  await row.getByRole('link', { name: 'Not delivered' }).click();
  await expect(admin.getByText('I looked in the spam folder.')).toBeVisible();
  await expect(admin.getByRole('region', { name: 'Delivery log' })).toContainText(email);
  await expect(admin.getByRole('region', { name: 'Exclusivity receipt' })).toContainText(/pi_\w+/);
  await expectAccessibleLayout(admin);

  const leadPath = `/api/admin/leads/${lead.id}`;
  await reloadWith(admin, leadPath, { unavailable: ['notifier'] });
  await expect(admin.getByRole('region', { name: 'Delivery log' })).toContainText(
    'The deliveries could not be loaded.',
  );
  await expect(admin.getByRole('region', { name: 'Timeline' })).toContainText(
    'Deliveries could not be loaded',
  );
  await admin.unroute(`**${leadPath}`);
  await admin.reload();

  await admin.getByRole('button', { name: 'Start review' }).click();
  await expectNotice(admin, 'Review started');
  await expect(getCard(page)).toContainText('Being looked at');

  await expectAccessibleDialog(admin, 'Decline', (dialog) =>
    expect(dialog).toContainText('The agent reads it.'),
  );
  await admin.getByRole('button', { name: 'Approve and refund' }).click();
  const approval = admin.getByRole('dialog', { name: `Refund ${formatAmount(LEAD_PRICE_CENTS)}?` });
  await expect(approval).toContainText(` for ${lead.name} goes back to the card`);
  await approval.getByRole('button', { name: 'Approve and refund' }).click();
  await expect(approval).toContainText('Note is required');
  await approval.getByLabel('Note').fill('The mail server lost it.');
  await approval.getByRole('button', { name: 'Approve and refund' }).click();
  await expectNotice(admin, 'Refund requested');
  await expect(admin.getByRole('region', { name: 'Decision' })).toContainText('The mail server lost it.');
  await expect(getCard(page)).toContainText('Refunded');
  await expect(getCard(page)).not.toContainText('The mail server lost it.');
  await expectEmail(page, system, email, 'We are returning your money');

  // A refund at the card provider that failed after it had ended the report.
  const reportPath = new URL(admin.url()).pathname.replace('/problems/', '/problem-reports/');
  await reloadWith(admin, `/api${reportPath}`, { refundedAt: null, decidedBy: null });
  await expect(admin.getByText('Approved', { exact: true })).toBeVisible();
  await expect(admin.getByRole('region', { name: 'Decision' })).toContainText(
    'A refund ended the report before anybody decided, but then failed.',
  );
  await admin.unrouteAll({ behavior: 'ignoreErrors' });
  await admin.context().close();
});

test('an admin declines a report with a reason, and sees feedback on the funnel', async ({
  system,
  page,
  browser,
}) => {
  const { email } = await signInAsOwnerWithCard(page, system);
  const lead = await sellLead(page, system);
  await openLead(page, system, lead);
  await report(page, 'The person is not interested');
  await report(page, 'I was charged twice for this lead');

  const admin = await openAsAdmin(browser, system);
  const row = getRows(admin, /^Problems/).filter({ hasText: lead.name });
  await row.getByRole('link', { name: 'Charged twice' }).click();
  await admin.getByRole('button', { name: 'Decline' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Decline this report?' });
  await dialog.getByLabel('Reason').fill('There is one charge alone.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expectNotice(admin, 'Report declined');
  await expect(getCard(page)).toContainText('There is one charge alone.');
  await expectEmail(page, system, email, 'There is one charge alone.');

  await admin.goto(`${system.urls.web}/admin/funnels`);
  await admin.getByRole('link', { name: 'Sample funnel' }).click();
  const problems = admin.getByRole('region', { name: 'Problems that agents reported' });
  await expect(problems).toContainText('Not interested');
  await problems.getByRole('link', { name: 'Not interested' }).click();
  await expect(row).toContainText('Feedback');
  await admin.context().close();

  // Another agent's lead does not exist.
  const other = await (await browser.newContext()).newPage();
  await signInAsNewBuyer(other, system);
  const answer = await other.request.post(`${system.urls.web}/api/leads/${lead.id}/problem-reports`, {
    data: { reason: 'wrong-number', details: '' },
  });
  expect(answer.status()).toBe(404);
  await pauseService(other, system);
  await other.context().close();
});
