import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { expectAccessibleLayout, expectNoViolations } from './accessibility.js';
import { signInAsAdmin } from './admin-helpers.js';
import { expectNotice, failLoads } from './helpers.js';
import { expect, type System, test } from './system.js';

async function execute(system: System, sql: string, values: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: system.urls.database });
  await client.connect();
  try {
    await client.query(sql, [...values]);
  } finally {
    await client.end();
  }
}

/** An entry of a list, which is a row of a table or a card. */
const getEntry = (page: Page, text: string): Locator =>
  page
    .getByRole('main')
    .getByRole('row')
    .or(page.getByRole('main').getByRole('listitem'))
    .filter({ hasText: text })
    .first();

const INSERT_RUN = `
  INSERT INTO billing.reconciliation_runs (id, trigger, window_from, window_to, phase, payments, found, finished_at)
  VALUES ($1, 'command', now() - interval '3 days', now() - interval '1 hour', 'fees', 1234, 1, now())`;
const INSERT_DIFFERENCE = `
  INSERT INTO billing.reconciliation_differences (id, object, kind, provider_id, theirs, first_seen_at, opened_at,
                                                  last_seen_at, last_run_id)
  VALUES ($1::uuid, 'payment', 'missing-here', 'pi_' || $1,
          '{"status":"succeeded","amountCents":8000,"refundedCents":0,"currency":"usd"}', now(), now(), now(), $2)`;

test('shows where the card provider and we disagree, and acknowledges a difference', async ({
  system,
  page,
}) => {
  const [runId, id] = [randomUUID(), randomUUID()];
  await execute(system, INSERT_RUN, [runId]);
  await execute(system, INSERT_DIFFERENCE, [id, runId]);
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
  await expectNoViolations(page);
  await dialog.getByLabel('Note').fill('Made by hand in the dashboard.');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expectNotice(page, 'Difference acknowledged');
  await expect(row).toContainText('Acknowledged');
  await expect(row).toContainText('Made by hand in the dashboard. (');

  await page.goto(`${system.urls.web}/admin/reconciliation?state=open`);
  await expect(row).toBeHidden();
});

test('compares now, and resolves what the card provider does not have', async ({ system, page }) => {
  const [runId, id] = [randomUUID(), randomUUID()];
  await execute(system, INSERT_RUN, [runId]);
  await execute(system, INSERT_DIFFERENCE, [id, runId]);
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/reconciliation`);
  const row = getEntry(page, id);
  await expect(row).toContainText('Open');
  await page.getByRole('button', { name: 'Compare now' }).click();
  await expect(getEntry(page, 'By an admin')).toContainText('Finished', {
    timeout: 60_000,
  });
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
