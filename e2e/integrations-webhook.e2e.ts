import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { pauseService, sellLead, signInAsOwnerWithCard } from './agent-helpers.js';
import { expectAfterReload, expectNotice, failLoads, signInAsOwner } from './helpers.js';
import { expectEmail, expireProof } from './security-helpers.js';
import { expect, type System, test } from './system.js';

interface StoredHook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let hookCount = 0;
const newHook = (): string => `crm-${Date.now()}-${(hookCount += 1)}`;
const hookUrl = (system: System, name: string): string => `${system.urls.sandbox}/hooks/${name}`;
const getCard = (page: Page) => page.getByRole('region', { name: 'Other', exact: true });

async function listHooks(page: Page, system: System, name: string): Promise<StoredHook[]> {
  const answer = await page.request.get(`${system.urls.sandbox}/sandbox/hooks?name=${name}`);
  return ((await answer.json()) as { hooks: StoredHook[] }).hooks;
}

/** Sets the webhook up and returns its secret. */
async function setUp(page: Page, system: System, name: string): Promise<string> {
  await page.goto(`${system.urls.web}/integrations`);
  await getCard(page).getByRole('button', { name: 'Set up now' }).click();
  await page.getByLabel('Address').fill(hookUrl(system, name));
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your webhook is set up' });
  const secret = await dialog.getByText(/^whsec_/).innerText();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await expect(getCard(page).getByText('Active', { exact: true })).toBeVisible();
  return secret;
}

test('sends leads to a webhook from set-up to removal', async ({ system, page }) => {
  await signInAsOwnerWithCard(page, system);
  const name = newHook();
  const secret = await setUp(page, system, name);
  const card = getCard(page);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(card.getByText(hookUrl(system, name))).toBeVisible();
  await expect(card.getByText('No leads sent yet.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Change address' })).toBeFocused();
  await expect(card.getByRole('button', { name: 'Request Integration' })).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);

  await card.getByRole('button', { name: 'Send a test' }).click();
  const result = page.getByRole('dialog', { name: 'The test arrived' });
  await expect(result.getByRole('region', { name: 'Sent' })).toContainText('Sample Lead (test)');
  await expect(result.getByRole('region', { name: 'Answered' })).toContainText('HTTP 200');
  await expectAccessibleLayout(page);
  await result.getByRole('button', { name: 'Close' }).click();
  await expect(card.getByRole('button', { name: 'Send a test' })).toBeFocused();

  const lead = await sellLead(page, system);
  await expect
    .poll(async () => (await listHooks(page, system, name)).map(({ body }) => body).join('\n'))
    .toContain(lead.id);
  await expectAfterReload(
    page,
    card.getByText(/^(No leads sent|A lead has|Last lead)/),
    /^Last lead delivered/,
  );
  await expectAccessibleLayout(page);

  await card.getByRole('button', { name: 'Pause' }).click();
  await expectNotice(page, 'Webhook', 'Paused. Leads arrive by email until you resume it.');
  await expect(card.getByText('Paused', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send a test' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: 'Remove' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Remove this channel?' });
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirm.getByRole('button', { name: 'Remove' }).click();
  await expectNotice(page, 'Webhook', 'Removed. Leads arrive by email.');
  await expect(card.getByRole('button', { name: 'Set up now' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Request Integration' })).toBeVisible();
  await expect(card).toBeFocused();
  await pauseService(page, system);
});

test('replaces the secret and the address, by keyboard and on a phone', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsOwner(page, system);
  const first = await setUp(page, system, newHook());
  const card = getCard(page);
  await card.getByRole('button', { name: 'New secret' }).focus();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('alertdialog', { name: 'Replace the secret?' });
  await confirm.getByRole('button', { name: 'Replace' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your new secret' });
  const second = await dialog.getByText(/^whsec_/).innerText();
  expect(second).not.toBe(first);
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: 'New secret' })).toBeFocused();

  const other = newHook();
  await card.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('Address').fill(hookUrl(system, other));
  await page.getByLabel('Address').press('Enter');
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await expect(card.getByText(hookUrl(system, other))).toBeVisible();
});

test('asks for a proof of identity before leads go to another address, and emails the owner', async ({
  system,
  page,
}) => {
  const { email, password } = await signInAsOwner(page, system);
  await page.goto(`${system.urls.web}/integrations`);
  await getCard(page).getByRole('button', { name: 'Set up now' }).click();
  const url = hookUrl(system, newHook());
  const address = page.getByLabel('Address');
  await address.fill(url);
  await expireProof(system, email);
  await page.getByRole('button', { name: 'Save' }).click();
  const proof = page.getByRole('dialog', { name: "Confirm that it's you" });
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Please confirm that it is you to continue.')).toBeVisible();
  await expect(address).toHaveValue(url);
  await page.getByRole('button', { name: 'Save' }).click();
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'Your webhook is set up' })).toBeVisible();
  await expectEmail(page, system, email, 'was set up to get your leads');
});

test('names what is wrong with an address, and what an endpoint answered', async ({ system, page }) => {
  await signInAsOwner(page, system);
  await page.goto(`${system.urls.web}/integrations`);
  const card = getCard(page);
  await card.getByRole('button', { name: 'Set up now' }).click();
  const address = page.getByLabel('Address');
  const save = page.getByRole('button', { name: 'Save' });
  await address.fill('crm');
  await save.click();
  await expect(page.getByText('Enter a web address, such as https://example.com/leads')).toBeVisible();
  await address.fill('https://10.0.0.1/leads');
  await save.click();
  await expect(page.getByText('The address must be on the public internet')).toBeVisible();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  const name = newHook();
  await setUp(page, system, name);
  await page.request.post(`${system.urls.sandbox}/sandbox/faults`, {
    data: { kind: 'status', status: 404, times: 1, match: { path: `/hooks/${name}` }, body: 'no such list' },
  });
  await card.getByRole('button', { name: 'Send a test' }).click();
  const result = page.getByRole('dialog', { name: 'The test failed' });
  await expect(result).toContainText('the endpoint rejected the message');
  await expect(result.getByRole('region', { name: 'Answered' })).toContainText('no such list');
});

test('shows a request as active once its webhook is set up', async ({ system, page }) => {
  await signInAsOwner(page, system);
  await page.goto(`${system.urls.web}/integrations`);
  const card = getCard(page);
  await card.getByRole('button', { name: 'Request Integration' }).click();
  await expect(card.getByText('Pending since')).toBeVisible();
  await setUp(page, system, newHook());
  await expect(card.getByText('Active since')).toBeVisible();
});

test('keeps the requests usable while the channels cannot be loaded', async ({ system, page }) => {
  await signInAsOwner(page, system);
  const recover = await failLoads(page, '/api/channels');
  await page.goto(`${system.urls.web}/integrations`);
  await expect(page.getByText('Your channels could not be loaded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request Integration' })).toHaveCount(3);
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(getCard(page).getByRole('button', { name: 'Set up now' })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await getCard(page).getByRole('link', { name: 'How webhooks work' }).click();
  const guide = await opened;
  await expect(guide.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await expect(guide.getByRole('table').first()).toContainText('Zapier');
  await expect(guide.getByText('npm install standardwebhooks express')).toBeVisible();
});
