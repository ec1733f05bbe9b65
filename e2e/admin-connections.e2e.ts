import { createHmac, randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleLayout,
  expectNoOverflow,
  expectNoViolations,
} from './accessibility.js';
import { signInAsAdmin } from './admin-helpers.js';
import { BUSY, expectNotice, failLoads, failOnce, findAdmin, holdRequests } from './helpers.js';
import { createFunnelWithAddress, type FunnelWithAddress } from './mapping-helpers.js';
import { expireProof } from './security-helpers.js';
import { expect, type System, test } from './system.js';

const NOT_A_SECRET = 'Must be 1 to 1000 characters without spaces';
const getCard = (page: Page) => page.getByRole('region', { name: 'Connections' });
const getRow = (page: Page, tool: string) =>
  getCard(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: tool }) });
const getField = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

async function openFunnel(page: Page, system: System): Promise<FunnelWithAddress> {
  await signInAsAdmin(page, system);
  const source = await createFunnelWithAddress(page, system);
  await page.goto(`${system.urls.web}/admin/funnels/${source.id}`);
  return source;
}

/** Posts a body in Typeform's format that is not a lead, so that a post that passes the check gets 422. Returns the status of the answer. */
async function postAsTypeform(
  page: Page,
  { address }: FunnelWithAddress,
  secret: string | null,
): Promise<number> {
  const body = Buffer.from(JSON.stringify({ form_response: { token: 'a-token' } }));
  const signature = secret === null ? undefined : createHmac('sha256', secret).update(body).digest('base64');
  const headers = {
    'content-type': 'application/json',
    ...(signature && { 'typeform-signature': `sha256=${signature}` }),
  };
  return (await page.request.post(`${address}/typeform`, { headers, data: body })).status();
}

/** Polls, because the gateways learn of a change a moment later. */
const expectAnswer = (page: Page, source: FunnelWithAddress, secret: string | null, status: number) =>
  expect.poll(() => postAsTypeform(page, source, secret)).toBe(status);

test('checks the posts of a tool from when it is connected until it is removed', async ({ system, page }) => {
  const source = await openFunnel(page, system);
  const path = `/api/admin/funnels/${source.id}/connections`;
  const card = getCard(page);
  const row = getRow(page, 'Typeform');
  await expect(card.getByText('No tool is connected yet')).toBeVisible();
  await expect(card.getByRole('listitem')).toHaveCount(4);
  await expect(row).toContainText('Needs the secret of the webhook.');
  await expectAnswer(page, source, null, 422);

  await card.getByRole('button', { name: 'Connect Typeform' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Typeform' });
  const secret = getField(page, 'Webhook secret');
  await expect(secret).toHaveAttribute('type', 'password');
  await expect(secret).toHaveAttribute('autocomplete', 'off');
  await save(page);
  await expect(dialog.getByText('Webhook secret is required')).toBeVisible();
  await expect(secret).toBeFocused();
  await secret.fill('two words');
  await expect(dialog.getByText(NOT_A_SECRET)).toBeVisible();
  await secret.fill('first-secret');
  await failOnce(page, 'POST', path);
  await save(page);
  await expect(dialog.getByRole('alert')).toContainText(BUSY);
  await expect(secret).toHaveValue('first-secret');
  await save(page);
  await expectNotice(page, 'Connection saved', 'Posts of Typeform are checked from now on.');
  const change = card.getByRole('button', { name: 'Change Typeform' });
  await expect(change).toBeFocused();
  await expect(row.getByText('Connected', { exact: true })).toBeVisible();
  await expect(row.getByText(/ by you$/)).toBeVisible();
  await expect(card.getByText('No tool is connected yet')).toHaveCount(0);
  await expectAnswer(page, source, null, 401);
  await expectAnswer(page, source, 'first-secret', 422);

  await change.click();
  await expect(secret).toHaveValue('');
  await save(page);
  await expect(page.getByText('Webhook secret is required')).toBeVisible();
  await secret.fill('second-secret');
  const admin = findAdmin(system);
  await expireProof(system, admin.email);
  await save(page);
  const proof = page.getByRole('dialog', { name: "Confirm that it's you" });
  await proof.getByLabel('Password', { exact: true }).fill(admin.password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAnswer(page, source, 'first-secret', 401);
  await expectAnswer(page, source, 'second-secret', 422);
  await expect(page.getByText(/(first|second)-secret/)).toHaveCount(0);

  const remove = card.getByRole('button', { name: 'Remove Typeform' });
  const confirmation = page.getByRole('alertdialog', { name: 'Remove the connection with Typeform?' });
  const confirm = confirmation.getByRole('button', { name: 'Remove' });
  await failOnce(page, 'POST', `/api/admin/funnels/${source.id}/remove-connection`);
  await remove.click();
  await expect(confirmation).toContainText('they are accepted from whoever has the private address');
  await expectNoViolations(page);
  await expectAccessible(page);
  await confirm.click();
  await expect(confirmation.getByRole('alert')).toContainText(BUSY);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await expect(confirmation.getByRole('alert')).toHaveCount(0);
  await confirm.click();
  await expectNotice(page, 'Connection removed', 'Posts of Typeform are no longer checked.');
  await expect(card.getByRole('button', { name: 'Connect Typeform' })).toBeFocused();
  await expect(card.getByText('No tool is connected yet')).toBeVisible();
  await expectAnswer(page, source, null, 422);
});

test('says what Meta answers to a token, and what to do, on a phone', async ({ system, page }) => {
  const viewport = { width: 390, height: 844 };
  await page.setViewportSize(viewport);
  await openFunnel(page, system);
  const pageId = String(randomInt(10 ** 9, 10 ** 12));
  const [refusedToken, token] = [`EAA${pageId}old`, `EAA${pageId}new`];
  const configureSandbox = async (what: 'tokens' | 'leads', data: object) => {
    const answer = await page.request.post(`${system.urls.sandbox}/sandbox/meta/${what}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await configureSandbox('tokens', { token: refusedToken, error: 190 });
  // Adding a lead makes its Page known to the sandbox. The lead is older than the connection, so it is not fetched.
  const createdTime = new Date(Date.now() - 172_800_000).toISOString();
  await configureSandbox('leads', { pageId, formId: `${pageId}1`, createdTime, fields: { age: 66 } });

  const card = getCard(page);
  const row = getRow(page, 'Meta Lead Ads');
  await card.getByRole('button', { name: 'Connect Meta Lead Ads' }).click();
  const dialog = page.getByRole('dialog');
  const [appSecret, id, pageToken] = ['App secret', 'Page ID', 'Page access token'] as const;
  await save(page);
  for (const label of [appSecret, id, pageToken])
    await expect(dialog.getByText(`${label} is required`)).toBeVisible();
  await getField(page, appSecret).fill('two words');
  await getField(page, id).fill('my-page');
  await getField(page, pageToken).fill('x'.repeat(1_001));
  await expect(dialog.getByText(NOT_A_SECRET)).toHaveCount(2);
  await expect(dialog.getByText('Must be a number')).toBeVisible();
  for (const label of [appSecret, id, pageToken])
    await expect(getField(page, label)).toHaveAttribute('aria-invalid', 'true');
  await expect(getField(page, pageToken)).toHaveAttribute('type', 'password');
  await expectNoOverflow(page);
  await expectAccessible(page);
  await getField(page, appSecret).fill('app-secret');
  await getField(page, id).fill(pageId);
  await getField(page, pageToken).fill(refusedToken);
  await save(page);
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(pageId);

  // The token is tried a few seconds later.
  const refusal = row.getByRole('alert');
  await expect(refusal).toContainText('Meta has refused the token since');
  await expect(refusal).toContainText('Save another Page access token. Until then, leads wait.');
  await expect(row.getByText('Token refused', { exact: true })).toBeVisible();
  await expect(row).toContainText(
    'Meta refuses the Page access token. Save a new one. (error 190: (#190) Error validating access token',
  );
  await expect(row).toContainText('Not yet');
  await expectAccessibleLayout(page);
  await page.setViewportSize(viewport);

  const change = card.getByRole('button', { name: 'Change Meta Lead Ads' });
  await change.click();
  await expect(dialog.getByText('Leave empty to keep the saved one.')).toHaveCount(3);
  for (const label of [appSecret, id, pageToken]) await expect(getField(page, label)).toHaveValue('');
  await getField(page, pageToken).fill(token);
  await save(page);
  await expect(row).toContainText(`Page ${pageId} (${pageId})`);
  await expect(row.getByText('Connected', { exact: true })).toBeVisible();
  await expect(refusal).toHaveCount(0);
  await expect(row).not.toContainText('Last error');
  await expect(row).not.toContainText('Not yet');

  // The sandbox answers with error 4 only to the saved token: a field left empty keeps its saved value.
  await configureSandbox('tokens', { token, error: 4 });
  await change.click();
  await save(page);
  await expect(row.getByText('Failing', { exact: true })).toBeVisible();
  await expect(row).toContainText('Meta limits how often leads of this Page are read. We try again later.');
  await expect(refusal).toHaveCount(0);
  await expect(row).toContainText(`Page ${pageId} (${pageId})`);

  await card.getByRole('button', { name: 'Remove Meta Lead Ads' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('no lead is fetched');
  await confirmation.getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByRole('button', { name: 'Connect Meta Lead Ads' })).toBeFocused();
});

test('says that connections load or could not be loaded, and loads them again', async ({ system, page }) => {
  const { id } = await openFunnel(page, system);
  const path = `/api/admin/funnels/${id}/connections`;
  const card = getCard(page);
  const release = await holdRequests(page, path);
  await page.reload();
  await expect(card.getByText('Loading the connections...')).toBeVisible();
  release();
  await expect(card.getByText('No tool is connected yet')).toBeVisible();

  const recover = await failLoads(page, path);
  await page.reload();
  await expect(card.getByText('The connections could not be loaded.')).toBeVisible();
  await expect(card.getByText(BUSY)).toBeVisible();
  await recover();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('No tool is connected yet')).toBeVisible();
});
