import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { expectAccessibleLayout } from './accessibility.js';
import { getEntries, signInAsAdmin } from './admin-helpers.js';
import { expect, test } from './system.js';

const PERSON = 'Petra Secret';

test('shows queues and their jobs, without contents and without a way to change them', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/messages`);
  await page.getByRole('main').getByRole('link', { name: 'queues', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Queues' })).toBeVisible();
  const queues = getEntries(page, /^Queues/);
  await expect(queues).toHaveCount(8);
  const billing = queues.filter({ hasText: 'billing.rpc' });
  await expect(billing).toContainText('Commands to billing');
  await expect(billing).toContainText('Open');
  await expectAccessibleLayout(page);

  await billing.getByRole('link', { name: 'billing.rpc' }).press('Enter');
  await expect(page).toHaveTitle('billing.rpc | Annuity Desk');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1, name: 'billing.rpc' })).toBeVisible();
  await expect(page.getByText('No waiting jobs')).toBeVisible();

  // A command that billing cannot read. It fails at once, and stays for an hour.
  const redis = new Redis(system.urls.redis);
  const queue = new Queue('billing.rpc', { connection: redis, prefix: '{desk.billing.rpc}' });
  const id = randomUUID();
  const job = await queue.add('billing.get-card', { id, sealed: PERSON, replyTo: PERSON }, { jobId: id });
  try {
    await page.getByLabel('State').selectOption('Failed');
    const failed = getEntries(page, /^Failed jobs/).filter({ hasText: id });
    await expect(failed).toBeVisible();
    await expect(failed).toContainText('billing.get-card');
    await expect(failed).toContainText('The receiver could not read it');
    await expect(page.getByText(PERSON)).toHaveCount(0);
    await expectAccessibleLayout(page);
    await page.reload();
    await expect(failed).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveText([/Refresh/]);
  } finally {
    await job.remove();
    await queue.close();
    redis.disconnect();
  }
  await page.getByRole('main').getByRole('link', { name: 'Queues' }).first().press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Queues' })).toBeVisible();

  await page.goto(`${system.urls.web}/admin/queues/unknown.rpc`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});
