import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { pauseService, sellLead, sellWaitingLeads, signInAsOwnerWithCard } from './agent-helpers.js';
import { getRows, signInAsAdmin } from './admin-helpers.js';
import { expectNotice, failLoads } from './helpers.js';
import { expect, type System, test } from './system.js';

/** Sets up a webhook in the sandbox, so that a lead whose email is refused is not refunded. */
async function setUpWebhook(page: Page, system: System): Promise<void> {
  const url = `${system.urls.sandbox}/hooks/deliveries-${Date.now()}`;
  const { web } = system.urls;
  const set = await page.request.post(`${web}/api/channels/webhook`, { data: { url } });
  expect(set.ok()).toBe(true);
}

/** Sells a lead whose email the mail server refuses. */
async function sellLeadWithFailedEmail(page: Page, system: System) {
  const user = await page.request.get(`${system.urls.web}/api/auth/user`);
  const { email } = (await user.json()) as { email: string };
  const faults = `${system.urls.sandbox}/sandbox/faults`;
  const fault = await page.request.post(faults, {
    data: { target: 'smtp', kind: 'reject', match: { to: email } },
  });
  expect(fault.ok()).toBe(true);
  const lead = await sellLead(page, system);
  const listStates = async () => {
    const answer = await page.request.get(`${system.urls.web}/api/leads/${lead.id}`);
    const { deliveries } = (await answer.json()) as { deliveries: { channel: string; status: string }[] };
    return deliveries.map(({ channel, status }) => `${channel} ${status}`).toSorted();
  };
  await expect.poll(listStates).toEqual(['email failed', 'webhook sent']);
  await page.request.delete(faults);
  return { ...lead, email, listStates };
}

test.beforeEach(({ system }) => sellWaitingLeads(system));

test('shows an agent every attempt, and sends a failed email again', async ({ system, page }) => {
  await signInAsOwnerWithCard(page, system);
  await setUpWebhook(page, system);
  const lead = await sellLeadWithFailedEmail(page, system);
  await page.goto(`${system.urls.web}/integrations`);
  // An event would reload the list before the test has seen the failure.
  await page.route('**/api/live', (route) => route.abort());
  const recover = await failLoads(page, '/api/deliveries');
  await page.getByRole('link', { name: 'See all deliveries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Your deliveries could not be loaded.');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.unroute('**/api/live');

  const rows = page.getByRole('list', { name: 'Deliveries, newest first' }).locator(':scope > li');
  await expect(rows).toHaveCount(2);
  const email = rows.filter({ hasText: lead.email });
  await expect(email).toContainText('Not delivered');
  await expect(email).toContainText('the mail server rejected the address');
  await email.getByRole('button', { name: /^Show attempts/ }).click();
  const attempts = email.getByRole('list', { name: 'Attempts' });
  await expect(attempts).toContainText('Attempt 1');
  await expect(attempts).toContainText('Refused');
  await expect(attempts).toContainText('The mail server rejected the address.');
  await expectAccessibleLayout(page);

  await page.getByLabel('Channel').selectOption('Webhook');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Delivered');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByLabel('Status').selectOption('Not delivered');
  await expect(page.getByText('No deliveries match these filters')).toBeVisible();
  await page.getByLabel('Channel').selectOption('All channels');
  await expect(rows).toHaveCount(1);

  await rows.getByRole('link', { name: lead.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
  const log = page.getByRole('listitem').filter({ hasText: lead.email }).last();
  await log.getByRole('button', { name: /^Send again/ }).click();
  await expectNotice(page, 'Sending again');
  await expect.poll(lead.listStates).toEqual(['email sent', 'webhook sent']);
  await expect(log.getByText('Delivered', { exact: true })).toBeVisible();
  await pauseService(page, system);
});

test('lets an admin filter deliveries, read attempts, and send many again', async ({
  system,
  page,
  browser,
}) => {
  const agent = await browser.newPage();
  await signInAsOwnerWithCard(agent, system);
  await setUpWebhook(agent, system);
  const leads = [await sellLeadWithFailedEmail(agent, system), await sellLeadWithFailedEmail(agent, system)];
  await pauseService(agent, system);

  await signInAsAdmin(page, system);
  // The browser's clock is slow. The newest failures are sent again all the same.
  await page.clock.setFixedTime(Date.now() - 5 * 60_000);
  const recover = await failLoads(page, '/api/admin/deliveries');
  await page.goto(`${system.urls.web}/admin/deliveries`);
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The deliveries could not be loaded.');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();

  const rows = getRows(page, /^Deliveries/);
  const mine = rows.filter({ hasText: leads[0]!.email });
  await expect(mine).toHaveCount(2);
  const first = mine.filter({ hasText: leads[0]!.name });
  await expect(first).toContainText('The mail server rejected the address.');
  await expect(first).toContainText('1 attempt, ADDRESS_REFUSED');
  await first.getByRole('button', { name: /^Show attempts/ }).click();
  await expect(first.getByRole('list', { name: 'Attempts' })).toContainText('Refused');
  await expectAccessibleLayout(page);

  await first.getByRole('button', { name: /^Show only deliveries to/ }).click();
  await expect(page.getByRole('button', { name: 'Show all deliveries' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await first.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send selected again (1)' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Send the selected deliveries again?' });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expectNotice(page, 'Sent again', '1 delivery sent again.');
  await expect.poll(leads[0]!.listStates).toEqual(['email sent', 'webhook sent']);

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Send all again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again' }).click();
  await expectNotice(page, 'Sent again', '1 delivery sent again.');
  await expect.poll(leads[1]!.listStates).toEqual(['email sent', 'webhook sent']);

  await page.getByLabel('Status').selectOption('All');
  await expect(rows).toHaveCount(4);
  await page.getByLabel('Channel').selectOption('Webhook');
  await expect(rows).toHaveCount(2);
  await agent.close();
});
