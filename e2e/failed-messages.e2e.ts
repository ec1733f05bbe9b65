import { randomUUID } from 'node:crypto';
import { type FailedMessagesAnswer, MAX_LISTED_FAILED_MESSAGES } from '@desk/contracts';
import pg from 'pg';
import { expectNoViolations } from './accessibility.js';
import { getRows, signInAsAdmin } from './admin-helpers.js';
import { expectNotice } from './helpers.js';
import { expect, type System, test } from './system.js';

async function execute(system: System, sql: string, id: string): Promise<void> {
  const client = new pg.Client({ connectionString: system.urls.database });
  await client.connect();
  try {
    await client.query(sql, [id]);
  } finally {
    await client.end();
  }
}

/** A message of billing that was stopped after it kept failing. Its content cannot be read. */
const INSERT_STOPPED = `
  INSERT INTO billing.outbox (message_id, queue, name, sealed, due_at, failures, failure_id, failure_kind,
                              first_failed_at, last_failed_at, stopped_at)
  VALUES ('billing.offer-charged~' || $1::text, 'lead-router.events', 'billing.offer-charged', 'sealed', now(), 40,
          $1::uuid, 'handler-failed', now() - interval '2 days', now(), now())`;

test('shows messages that keep failing, and retries one', async ({ system, page }) => {
  const id = randomUUID();
  await execute(system, INSERT_STOPPED, id);
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin`);
  await page.getByRole('link', { name: 'Failed messages' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Failed Messages' })).toBeVisible();
  const row = getRows(page, 'Failed messages, newest failure first').filter({ hasText: id });
  await expect(row).toContainText('billing.offer-charged');
  await expect(row).toContainText('billing to lead-router');
  await expect(row).toContainText('The receiver could not process it');
  await expect(row).toContainText('40 failures since');
  await expect(row).toContainText('Stopped');
  await expectNoViolations(page);

  const url = `${system.urls.web}/api/admin/failed-messages`;
  const { messages } = (await (await page.request.get(url)).json()) as FailedMessagesAnswer;
  const copies = Array.from({ length: MAX_LISTED_FAILED_MESSAGES }, () => ({
    ...messages[0],
    id: randomUUID(),
  }));
  await page.route(url, (route) => route.fulfill({ json: { messages: copies, unavailable: [] } }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^50\+ failed messages, as of/)).toBeVisible();
  await page.unroute(url);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row).toHaveCount(1);

  await row.getByRole('button', { name: `Retry: billing.offer-charged~${id}` }).click();
  await expectNotice(page, 'Message queued');
  await expect(row).toBeHidden();
  await execute(system, 'DELETE FROM billing.outbox WHERE failure_id = $1', id);
});
