import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout } from './accessibility.js';
import { addDifference, signInAsAdmin } from './admin-helpers.js';
import { expectNotice, failLoads } from './helpers.js';
import { expect, test } from './system.js';

/** An entry of a list, which is a row of a table or a card. */
const getEntry = (page: Page, text: string): Locator =>
  page
    .getByRole('main')
    .getByRole('row')
    .or(page.getByRole('main').getByRole('listitem'))
    .filter({ hasText: text })
    .first();

test('shows where the card provider and we disagree, and acknowledges a difference', async ({
  system,
  page,
}) => {
  const id = await addDifference(system);
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/reconciliation`);
  await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible();
  const row = getEntry(page, id);
  await expect(row).toContainText('Payment: missing here');
  await expect(row).toContainText('Nothing');
  await expect(row).toContainText('succeeded, $80.00');
  await expect(row).toContainText('Open');
  await expect(getEntry(page, '1,234')).toContainText('By command');
  await expectAccessibleLayout(page);

  const recover = await failLoads(page, '/api/admin/reconciliation/differences');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('The differences could not be loaded.');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();

  await row.getByRole('button', { name: `Acknowledge: pi_${id}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Acknowledge this difference?');
  await expectAccessible(page);
  await dialog.getByLabel('Note').fill('Made by hand in the dashboard.');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expectNotice(page, 'Difference acknowledged');
  await expect(row).toContainText('Acknowledged');
  await expect(row).toContainText('Made by hand in the dashboard. (');

  await page.goto(`${system.urls.web}/admin/reconciliation?state=open`);
  await expect(row).toBeHidden();
});

test('compares now, and resolves what the card provider does not have', async ({ system, page }) => {
  const id = await addDifference(system);
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/reconciliation`);
  const row = getEntry(page, id);
  await expect(row).toContainText('Open');
  await page.getByRole('button', { name: 'Compare now' }).click();
  await expect(getEntry(page, 'By an admin')).toContainText('Finished');
  await page.reload();
  await expect(row).toContainText('Resolved');
});

test('shows the balance of each day of a month, and exports it', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const recover = await failLoads(page, '/api/admin/balance');
  await page.goto(`${system.urls.web}/admin/balance`);
  await expect(page.getByRole('alert')).toContainText('The balance report could not be loaded.');
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status').first()).toContainText('midnight to midnight in Eastern Time');
  await expectAccessibleLayout(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^balance-20\d\d-\d\d\.csv$/);
});

test("opens the balance of a month that has not begun in the browser's time zone", async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const next = new Date();
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  next.setUTCHours(0, 0, 0, 0);
  await page.clock.setFixedTime(next.getTime() - 12 * 3_600_000);
  const month = page.getByLabel('Month');
  await page.goto(`${system.urls.web}/admin/balance`);
  await expect(month).toHaveValue(/^20\d\d-\d\d$/);
  await expect(month).not.toHaveValue(next.toISOString().slice(0, 7));
  await page.goto(`${system.urls.web}/admin/balance?month=${next.toISOString().slice(0, 7)}`);
  await expect(month).toHaveValue(next.toISOString().slice(0, 7));
});
