import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout, expectFocusKept } from './accessibility.js';
import { signInAsAdmin, getRows } from './admin-helpers.js';
import { expectNotice, failLoads, findAdmin, holdRequests, signIn, signInAsNewAgent } from './helpers.js';
import { expect, type System, test } from './system.js';

/** Signs in as a new agent and requests these integrations. */
async function requestIntegrations(page: Page, system: System, types: readonly string[]) {
  const { email } = await signInAsNewAgent(page, system);
  const ids: string[] = [];
  for (const integrationType of types) {
    const created = await page.request.post(`${system.urls.web}/api/request-integration`, {
      data: { integrationType },
    });
    ids.push(((await created.json()) as { id: string }).id);
  }
  return { email, ids };
}

test('marks integrations as active by keyboard, and declines them with a reason', async ({
  system,
  page,
}) => {
  const { email } = await requestIntegrations(page, system, ['sms', 'slack', 'other']);
  await signInAsAdmin(page, system);
  const recover = await failLoads(page, '/api/admin/integration-requests');
  await page.goto(`${system.urls.web}/admin/integrations`);
  await expect(page.getByRole('heading', { level: 1, name: 'Integration Requests' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The integration requests could not be loaded.');
  const releaseList = await holdRequests(page, '/api/admin/integration-requests');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading integration requests...')).toBeVisible();
  releaseList();

  const mine = getRows(page, /^Integration requests/).filter({ hasText: email });
  await expect(mine).toHaveCount(3);
  await expect(mine.nth(2)).toContainText('SMS');
  await expect(mine.nth(2)).toContainText('Pending');
  await expect(mine.nth(2).getByRole('link', { name: '(512) 555-0147' })).toHaveAttribute(
    'href',
    'tel:+15125550147',
  );
  await expectAccessibleLayout(page);

  // SMS and Slack become active with their channel, so only the custom one can be marked.
  await expect(mine.getByRole('button', { name: /^Mark as active/ })).toHaveCount(1);
  // The dialog traps focus and returns it to the button.
  const dialog = page.getByRole('alertdialog');
  const activate = mine.nth(0).getByRole('button', { name: /^Mark as active/ });
  await activate.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Is this integration set up?');
  await expect(dialog).toContainText('The Other request from Nora Quist.');
  await expectAccessible(page);
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(activate).toBeFocused();

  await page.route(/integration-requests\/[\da-f-]+$/, (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Mark as active' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to update the integration request. Please try again.',
  );
  await dialog.getByRole('button', { name: 'Mark as active' }).focus();
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Integration active', 'The Other request from Nora Quist is active.');
  await expect(mine).toHaveCount(2);
  await expectFocusKept(page);

  await mine
    .nth(0)
    .getByRole('button', { name: /^Decline/ })
    .click();
  const form = page.getByRole('dialog');
  await expect(form).toHaveAccessibleName('Decline this request?');
  await form.getByRole('button', { name: 'Decline' }).click();
  await expect(form.getByText('Enter a reason')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Reason').fill('Your workspace allows no outside apps.');
  await form.getByRole('button', { name: 'Decline' }).click();
  await expectNotice(page, 'Request declined', 'The Slack request from Nora Quist was declined.');
  await expect(mine).toHaveCount(1);

  await page.getByLabel('Status').selectOption('Declined');
  await expect(mine).toContainText('Your workspace allows no outside apps.');
  await page.getByLabel('Status').selectOption('Active');
  await expect(page).toHaveURL(/status=completed/);
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('Active');
  await expect(mine.getByRole('button')).toHaveCount(0);
  await page.getByLabel('Status').selectOption('All');
  await expect(mine).toHaveCount(3);
  await page.reload();
  await expect(page.getByLabel('Status')).toHaveValue('all');
  await expect(mine).toHaveCount(3);
});

test('reports a request that another admin closed first', async ({ system, page, playwright }) => {
  const { email, ids } = await requestIntegrations(page, system, ['other']);
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/integrations`);
  const mine = getRows(page, /^Integration requests/).filter({ hasText: email });
  await expect(mine).toHaveCount(1);
  // Otherwise, the refreshed list would no longer have the row.
  const release = await holdRequests(page, '/api/admin/integration-requests');
  const other = await playwright.request.newContext();
  await signIn(other, system, findAdmin(system));
  const declined = await other.patch(`${system.urls.web}/api/admin/integration-requests/${ids[0]}`, {
    data: { status: 'declined', reason: 'Closed by another admin.' },
  });
  expect(declined.ok()).toBe(true);
  await mine.getByRole('button', { name: /^Mark as active/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as active' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'This integration request is already closed.',
  );
  release();
  await expect(mine).toHaveCount(0);
});
