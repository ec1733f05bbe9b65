import { randomUUID } from 'node:crypto';
import { exampleLead, formatPrice, type FunnelSettings, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout, expectNoViolations } from './accessibility.js';
import { getRows, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { postWithKey } from './agent-helpers.js';
import { expectNotice, failLoads, holdRequests } from './helpers.js';
import { createLiveFunnel, type LiveFunnel, sellLeads } from './market-helpers.js';
import { expect, type System, test } from './system.js';

test('creates a funnel, sets its rules, tries it, and rotates its key', async ({ system, page }) => {
  const name = `Retire Safe ${randomUUID().slice(0, 8)}`;
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin`);
  await page.getByRole('link', { name: 'Funnels' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Funnels' })).toBeVisible();

  await page.getByRole('button', { name: 'New funnel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shownKey = dialog.getByText(/^fnl_[\w-]{43}$/);
  await expect(shownKey).toBeVisible();
  const key = (await shownKey.textContent()) ?? '';
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Test mode').first()).toBeVisible();
  await expect(page.getByText(key)).toHaveCount(0);
  await expect(page.getByLabel('Example in curl')).toContainText(`X-Funnel-Key: ${key.slice(0, 8)}…`);
  await page.getByText('Python', { exact: true }).click();
  await expect(page.getByLabel('Example in Python')).toContainText('urllib.request');
  await expectAccessibleLayout(page);

  // A unique person, so that other tests' leads do not make it a duplicate.
  const digits = String(Date.now() % 10_000).padStart(4, '0');
  const lead = { ...exampleLead, email: `${randomUUID()}@example.com`, phone: `512555${digits}` };
  const { trustedform_cert_url: _certificate, ...unproven } = lead;
  const tryIt = async (body: object) => {
    await page.getByLabel('Lead as JSON').fill(JSON.stringify(body));
    await page.getByRole('button', { name: 'Post in test mode' }).click();
  };
  const answer = page.getByRole('status', { name: 'Answer' });
  const sample = await page.getByLabel('Lead as JSON').inputValue();
  await page.getByRole('button', { name: 'New sample' }).click();
  await expect(page.getByLabel('Lead as JSON')).not.toHaveValue(sample);
  await page.getByRole('button', { name: 'Post in test mode' }).click();
  await expect(answer).toContainText('"test": true');
  await tryIt(lead);
  await expect(answer).toContainText('"test": true');

  await page.getByLabel('Mode').selectOption('Live');
  await page.getByLabel('Proof of consent').check();
  await page.getByLabel('Rate limit').fill('1000');
  await page.getByLabel('Origins that may post').fill('www.example.com');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Rate limit must be a number from 1 to 100')).toBeVisible();
  await expect(page.getByText('Origins must look like https://www.example.com')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Rate limit').fill('20');
  await page.getByLabel('Origins that may post').fill('https://www.example.com');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectNotice(page, 'Settings saved');
  await tryIt(unproven);
  await expect(answer).toContainText('CONSENT_REQUIRED');

  const post = () => postWithKey(page.request, system, key, unproven);
  expect(await (await post()).json()).toMatchObject({ code: 'CONSENT_REQUIRED' });

  const release = await holdRequests(page, `/api${new URL(page.url()).pathname}/keys`);
  await page.getByRole('button', { name: 'Add key' }).click();
  for (const other of ['Add browser key', 'Add private address', 'Add report link'])
    await expect(page.getByRole('button', { name: other })).toBeDisabled();
  release();
  await expect(dialog.getByText(/^fnl_[\w-]{43}$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(page.getByRole('button', { name: 'Add key' })).toBeDisabled();
  const revoke = page.getByRole('button', { name: `Revoke key ${key.slice(0, 8)}` }).first();
  await revoke.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectNotice(page, 'Key revoked');
  await expect(page.getByRole('button', { name: /^Revoke key/ })).toBeFocused();
  await expect.poll(async () => (await post()).status()).toBe(401);

  await page.goto(`${system.urls.web}/admin/funnels`);
  const row = getRows(page, /^Funnels/).filter({ hasText: name });
  await expect(row).toContainText('Live');
  await expect(row).toContainText('Required');
});

const toApiUrl = ({ urls }: System, { id }: LiveFunnel): string => `${urls.web}/api/admin/funnels/${id}`;
const readFunnel = async (page: Page, system: System, funnel: LiveFunnel): Promise<unknown> =>
  (await page.request.get(toApiUrl(system, funnel))).json();

/** Pauses the funnel, as another admin does. */
async function pauseFunnel(page: Page, system: System, funnel: LiveFunnel): Promise<void> {
  const data: FunnelSettings = {
    name: funnel.name,
    mode: 'paused',
    allowedOrigins: [],
    requestsPerSecond: null,
    duplicateWindowDays: null,
    requiredFields: [],
    requiresConsentProof: false,
  };
  const answer = await page.request.patch(toApiUrl(system, funnel), { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('does not resume a funnel that another admin paused since the last visit', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const url = `${system.urls.web}/admin/funnels`;
  const funnel = await createLiveFunnel(page, system);
  const link = page.getByRole('link', { name: funnel.name });
  await page.goto(url);
  await link.click();
  await expect(page.getByLabel('Mode')).toHaveValue('live');
  await page.getByRole('link', { name: 'Refused posts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refused Posts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Mode')).toHaveValue('live');
  await page.goBack();
  await expect(page).toHaveURL(url);
  await expect(link).toBeVisible();

  await pauseFunnel(page, system, funnel);
  await link.click();
  await expect(page.getByLabel('Mode')).toHaveValue('paused');
  await page.getByLabel('Rate limit').fill('20');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectNotice(page, 'Settings saved');
  expect(await readFunnel(page, system, funnel)).toMatchObject({ mode: 'paused', requestsPerSecond: 20 });
});

test('keeps what another admin changed while the form was open, and what was typed', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const funnel = await createLiveFunnel(page, system);
  await page.goto(`${system.urls.web}/admin/funnels/${funnel.id}`);
  await page.getByLabel('Rate limit').fill('20');
  await pauseFunnel(page, system, funnel);
  await page.getByRole('button', { name: 'Save settings' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'These settings changed in the meantime' });
  await expect(conflict).toBeVisible();
  await expect(page.getByLabel('Rate limit')).toHaveValue('20');
  await expectNoViolations(page);
  const read = () => readFunnel(page, system, funnel);
  expect(await read()).toMatchObject({ mode: 'paused', requestsPerSecond: null });

  await conflict.getByRole('button', { name: 'Load the current settings' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByLabel('Mode')).toHaveValue('paused');
  await expect(page.getByLabel('Rate limit')).toHaveValue('');
  await page.getByLabel('Rate limit').fill('20');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectNotice(page, 'Settings saved');
  await page.getByLabel('Rate limit').fill('30');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.poll(read).toMatchObject({ mode: 'paused', requestsPerSecond: 30 });
});

test("shows each funnel's revenue and shares of the last 30 days, and still lists funnels without them", async ({
  system,
  page,
}) => {
  const url = `${system.urls.web}/admin/funnels`;
  await signInAsAdmin(page, system);
  const empty = await createLiveFunnel(page, system);
  const funnel = await createLiveFunnel(page, system);
  await withSeededAgentsPaused(system, () => sellLeads(page, system, funnel), 'pm_card_visa');
  const getCells = ({ name }: { readonly name: string }) =>
    getRows(page, /^Funnels/)
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('cell');
  const expectResults = async (shown: typeof funnel, results: readonly string[]) =>
    expect(getCells(shown)).toHaveText(['Live', ...results, '1', 'Optional', /\d{4}/]);
  const nothing = ['-', '-', '-', '-'];

  const recover = await failLoads(page, '/api/admin/reports');
  await page.goto(url);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Revenue and shares could not be loaded.');
  await expectResults(funnel, nothing);
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await expectResults(funnel, [formatPrice(3 * LEAD_PRICE_CENTS), '100%', '0%', '50% of 2']);
  await expectResults(empty, nothing);
  await expectAccessibleLayout(page);

  const release = await holdRequests(page, '/api/admin/reports');
  await page.goto(url);
  await expectResults(funnel, ['', '', '', '']);
  release();
  await expect(getCells(funnel).filter({ hasText: '50% of 2' })).toBeVisible();
});

test('says when a funnel does not exist', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/funnels/${randomUUID()}`);
  await expect(page.getByText('Funnel not found')).toBeVisible();
});
