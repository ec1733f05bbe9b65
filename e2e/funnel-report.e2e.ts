import { randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import type { Locator } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout } from './accessibility.js';
import { signInAsAdmin } from './admin-helpers.js';
import { postWithKey } from './agent-helpers.js';
import { expectAfterReload, expectNotice, failLoads } from './helpers.js';
import { expect, test } from './system.js';

test('opens the report of a funnel by its link until the link is revoked', async ({
  system,
  page,
  browser,
}) => {
  await signInAsAdmin(page, system);
  const name = `Owned ${randomUUID().slice(0, 8)}`;
  const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, { data: { name } });
  const { funnel, key } = (await created.json()) as FunnelWithKey;
  const post = (body: object) => postWithKey(page.request, system, key, body);
  expect((await post({ email: 'nobody', phone: '1' })).status()).toBe(422);
  expect((await post([])).status()).toBe(400);

  await page.goto(`${system.urls.web}/admin/funnels/${funnel.id}`);
  await page.getByRole('button', { name: 'Add report link' }).click();
  const dialog = page.getByRole('dialog');
  const shownLink = dialog.getByText(/\/funnel-report#token=fnr_[\w-]{43}$/);
  await expect(shownLink).toBeVisible();
  await expect(dialog.getByText('Save this link now')).toBeVisible();
  await expect(dialog).toContainText('It shows no personal data.');
  const link = (await shownLink.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have saved it' }).click();

  const owner = await browser.newPage();
  const report = owner.getByRole('region', { name: 'Posts of the last 30 days' });
  // Gateways send their counts every few seconds.
  await expect(async () => {
    await owner.goto(link);
    await owner.reload();
    await expect(report).toBeVisible();
    await expect(report.getByRole('heading', { name: '2 not accepted' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(owner.getByRole('heading', { level: 1, name: 'Funnel report' })).toBeVisible();
  await expect(owner.getByText(name)).toBeVisible();
  await expect(owner.getByText('Test mode', { exact: true })).toBeVisible();
  await expect(report.getByRole('heading', { name: '0 accepted' })).toBeVisible();
  await expect(report.getByText('Refunded after the sale')).toBeVisible();
  for (const [label, count] of [
    ['Not readable', '1'],
    ['Fields missing or not valid', '1'],
    ['email', '1'],
    ['phone', '1'],
  ] as const) {
    const row = report.locator('dl > div').filter({ has: owner.getByText(label, { exact: true }) });
    await expect(row.getByRole('definition')).toHaveText(count);
  }
  const expectToday = (today: Locator) => expect(today).toContainText(/\w{3} \d{1,2}, \d{4}.*2/);
  await expectToday(report.getByRole('row').nth(1));
  await owner.setViewportSize({ width: 390, height: 844 });
  await expectToday(report.getByRole('listitem').first());
  await expectAccessibleLayout(owner);

  await expect(owner.getByLabel('Example in curl')).toContainText(`X-Funnel-Key: ${key.slice(0, 8)}…`);
  await owner.getByRole('button', { name: 'Post in test mode' }).click();
  const answer = owner.getByRole('status', { name: 'Answer' });
  await expect(answer).toContainText('"test": true');
  await owner.getByLabel('Lead as JSON').fill('{"email": "nobody"}');
  await owner.getByRole('button', { name: 'Post in test mode' }).click();
  await expect(answer).toContainText('"field": "phone"');

  const recover = await failLoads(owner, /\/api\/ingest\/report$/);
  await owner.reload();
  await expect(owner.getByText('The report could not be loaded.')).toBeVisible();
  await recover();
  await owner.getByRole('button', { name: 'Try again' }).click();
  await expect(report).toBeVisible();

  await page.getByRole('button', { name: 'Revoke key fnr_' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectNotice(page, 'Key revoked');
  const refusal = owner.getByRole('alert');
  // The gateways learn of it a moment later.
  await expectAfterReload(owner, report.or(refusal), "This link doesn't work");
  await expect(report).toBeHidden();
  await expectAccessible(owner);
  await owner.close();
});
