import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { pauseService, sellLead, sellWaitingLeads, signInAsNewBuyer } from './agent-helpers.js';
import { getRows, signInAsAdmin } from './admin-helpers.js';
import { BUSY, expectNotice, failLoads, failOnce, holdRequests, signInAsNewAgent } from './helpers.js';
import { expect, type System, test } from './system.js';

/** Downloads a file by its link. */
async function download(page: Page, name: string | RegExp): Promise<{ filename: string; content: Buffer }> {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name }).first().click();
  const file = await started;
  return { filename: file.suggestedFilename(), content: await readFile(await file.path()) };
}

async function openBilling(page: Page, system: System): Promise<void> {
  await page.goto(`${system.urls.web}/settings?tab=billing`);
  await expect(page.getByRole('heading', { name: 'Receipts' })).toBeVisible();
}

const getStatement = (page: Page) => page.getByRole('region', { name: 'Statements' });

/** Waits for the first receipt, which is issued after the charge, and reloads. Returns its printed number. */
async function waitForReceipt(page: Page, { urls }: System): Promise<string> {
  const number = getRows(page, /^Receipts/)
    .first()
    .getByRole('link', { name: /^R-\d{6}$/ });
  const readReceipts = async () =>
    (await (await page.request.get(`${urls.web}/api/billing/documents`)).json()) as object;
  await expect.poll(readReceipts).toMatchObject({ documents: [{ kind: 'receipt' }] });
  await page.reload();
  await expect(number).toBeVisible();
  return (await number.textContent()) ?? '';
}

test('shows the progress of a download, and why it failed', async ({ system, page }) => {
  const { web } = system.urls;
  const path = '/api/billing/statement/pdf';
  await signInAsNewAgent(page, system);
  await openBilling(page, system);
  const link = getStatement(page).getByRole('link', { name: 'Download PDF' });
  await expect(link).toHaveAttribute('href', /^\/api\/billing\/statement\/pdf\?month=20\d\d-\d\d$/);
  await failOnce(page, 'GET', path);
  await link.click();
  await expectNotice(page, 'Error', BUSY);

  const release = await holdRequests(page, path);
  const started = page.waitForEvent('download');
  await link.click();
  const pending = getStatement(page).getByRole('link', { name: 'Downloading...' });
  await expect(pending).toHaveAttribute('aria-disabled', 'true');
  release();
  expect((await started).suggestedFilename()).toMatch(/^statement-20\d\d-\d\d\.pdf$/);
  await expect(link).toBeVisible();

  await page.request.post(`${web}/api/auth/logout`, { data: {} });
  await link.click();
  await expectNotice(page, 'Error', 'Your session has ended. Please sign in again.');
  await expect(page).toHaveURL(`${web}/login`);
});

test('shows and downloads receipts and statements, only to their agent and admins', async ({
  system,
  page,
  browser,
}) => {
  await sellWaitingLeads(system);
  await signInAsNewBuyer(page, system);
  const recover = await failLoads(page, '/api/billing/documents');
  await openBilling(page, system);
  await expect(page.getByText('Your receipts could not be loaded.')).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No receipts yet')).toBeVisible();

  const lead = await sellLead(page, system);
  await pauseService(page, system);
  const number = await waitForReceipt(page, system);
  const statement = getStatement(page);
  await expect(statement).toContainText(/Leads bought \(1\)\s*\$80\.00/);
  await expect(statement).toContainText(/Total\s*\$80\.00/);
  await expect(statement).toContainText('at midnight in your time zone');
  await expectAccessibleLayout(page);

  const receipt = await download(page, `PDF of Receipt ${number}`);
  expect(receipt.filename).toBe(`receipt-${number}.pdf`);
  expect(receipt.content.subarray(0, 5).toString()).toBe('%PDF-');
  const pdf = await download(page, 'Download PDF');
  expect(pdf.filename).toMatch(/^statement-20\d\d-\d\d\.pdf$/);
  const csv = await download(page, 'Download CSV');
  expect(csv.content.toString()).toContain(`${number},Receipt,,${lead.id},80.00`);

  await page.getByRole('link', { name: number, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Receipt ${number}` })).toBeVisible();
  await expect(page.getByText('Annuity Desk (sandbox)')).toBeVisible();
  await expect(page.getByText('Total paid')).toBeVisible();
  await expect(page.getByRole('link', { name: lead.id, exact: true })).toBeVisible();
  await expectAccessibleLayout(page);
  const receiptUrl = page.url();
  const documentId = receiptUrl.split('/').at(-1) ?? '';

  // Another agent gets neither the page nor the file.
  const other = await (await browser.newContext()).newPage();
  await signInAsNewAgent(other, system);
  await other.goto(receiptUrl);
  await expect(other.getByText('Receipt not found')).toBeVisible();
  for (const path of ['', '/pdf']) {
    const url = `${system.urls.web}/api/billing/documents/${documentId}${path}`;
    expect((await other.request.get(url)).status()).toBe(404);
  }
  expect((await other.request.get(`${system.urls.web}/api/admin/documents`)).status()).toBe(403);
  await other.context().close();

  const admin = await (await browser.newContext()).newPage();
  await signInAsAdmin(admin, system);
  await admin.goto(`${system.urls.web}/admin/receipts`);
  const row = getRows(admin, /^Receipts/).filter({ hasText: number });
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('link', { name: lead.name })).toBeVisible();
  await expectAccessibleLayout(admin);
  await admin.getByLabel('Search receipts').fill(number);
  await expect(getRows(admin, /^Receipts/)).toHaveCount(1);
  const copy = await download(admin, `PDF of Receipt ${number}`);
  expect(copy.filename).toBe(`receipt-${number}.pdf`);
  await admin.getByLabel('Type').selectOption('Credit notes');
  await expect(admin.getByText('No receipts match these filters')).toBeVisible();
  await admin.context().close();
});
