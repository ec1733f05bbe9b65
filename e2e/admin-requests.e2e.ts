import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoViolations } from './accessibility.js';
import { signInAsAdmin, getRows, fetchAdminLead } from './admin-helpers.js';
import { postLead, type PostedLead } from './agent-helpers.js';
import {
  findAdmin,
  signInAsNewAgent,
  BUSY,
  expectNotice,
  failOnce,
  holdRequests,
  signIn,
} from './helpers.js';
import { expect, type System, test } from './system.js';

const isFocusLost = (page: Page) => page.evaluate<boolean>('document.activeElement === document.body');

/** Signs in as a new agent and requests these integrations. Returns the email and the request ids. */
async function requestIntegrations(page: Page, system: System, types: readonly string[]): Promise<string[]> {
  const { email } = await signInAsNewAgent(page, system);
  const ids: string[] = [];
  for (const integrationType of types) {
    const created = await page.request.post(`${system.urls.web}/api/request-integration`, {
      data: { integrationType },
    });
    ids.push(((await created.json()) as { id: string }).id);
  }
  return [email, ...ids];
}

test('completes and declines integration requests after a confirmation, by keyboard', async ({
  system,
  page,
}) => {
  const [email = ''] = await requestIntegrations(page, system, ['sms', 'slack', 'other']);
  await signInAsAdmin(page, system);
  await failOnce(page, 'GET', '/api/admin/integration-requests');
  await page.goto(`${system.urls.web}/admin/integrations`);
  await expect(page.getByRole('heading', { level: 1, name: 'Integration Requests' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The integration requests could not be loaded.');
  const releaseList = await holdRequests(page, '/api/admin/integration-requests');
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

  // The dialog traps focus and returns it to the button.
  const dialog = page.getByRole('alertdialog');
  const complete = mine.nth(2).getByRole('button', { name: /^Complete/ });
  await complete.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('Complete this request?');
  await expect(dialog).toContainText('The SMS request from Nora Quist.');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page);
  }
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(complete).toBeFocused();

  await page.route(/integration-requests\/[\da-f-]+$/, (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Complete' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to update the integration request. Please try again.',
  );
  await dialog.getByRole('button', { name: 'Complete' }).focus();
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Request completed', 'The SMS request from Nora Quist was marked as completed.');
  await expect(mine).toHaveCount(2);
  await expect.poll(() => isFocusLost(page)).toBe(false);

  await mine
    .nth(1)
    .getByRole('button', { name: /^Decline/ })
    .click();
  await expect(dialog).toHaveAccessibleName('Decline this request?');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expectNotice(page, 'Request declined', 'The Slack request from Nora Quist was marked as declined.');
  await expect(mine).toHaveCount(1);

  await page.getByLabel('Status').selectOption('Completed');
  await expect(page).toHaveURL(/status=completed/);
  await expect(mine).toHaveCount(1);
  await expect(mine).toContainText('Completed');
  await expect(mine.getByRole('button')).toHaveCount(0);
  await page.getByLabel('Status').selectOption('All');
  await expect(mine).toHaveCount(3);
  await page.reload();
  await expect(page.getByLabel('Status')).toHaveValue('all');
  await expect(mine).toHaveCount(3);
});

test('reports a request that another admin closed first', async ({ system, page, playwright }) => {
  const [email = '', id] = await requestIntegrations(page, system, ['slack']);
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/integrations`);
  const mine = getRows(page, /^Integration requests/).filter({ hasText: email });
  await expect(mine).toHaveCount(1);
  const other = await playwright.request.newContext();
  await signIn(other, system, findAdmin(system));
  const declined = await other.patch(`${system.urls.web}/api/admin/integration-requests/${id}`, {
    data: { status: 'declined' },
  });
  expect(declined.ok()).toBe(true);
  const release = await holdRequests(page, '/api/admin/integration-requests');
  await mine.getByRole('button', { name: /^Complete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
    'This integration request is already closed.',
  );
  release();
  await expect(mine).toHaveCount(0);
});

interface FailedDeliveries {
  readonly deliveries: readonly { readonly leadId: string }[];
}

/** Posts leads until the mail server permanently rejects the email of one sold to Grace. */
async function postLeadWithFailedDelivery(request: APIRequestContext, system: System): Promise<PostedLead> {
  const fault = await request.post(`${system.urls.sandbox}/sandbox/faults`, {
    data: { target: 'smtp', kind: 'reject', match: { to: 'grace@example.com' } },
  });
  expect(fault.ok()).toBe(true);
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const lead = await postLead(request, system);
    const buyer = async () => (await fetchAdminLead(request, system, lead.id)).buyer?.firstName;
    await expect.poll(buyer).toBeDefined();
    if ((await buyer()) !== 'Grace') continue;
    const isListed = async () => {
      const failed = await request.get(`${system.urls.web}/api/admin/deliveries/failed`);
      return ((await failed.json()) as FailedDeliveries).deliveries.some(({ leadId }) => leadId === lead.id);
    };
    await expect.poll(isListed).toBe(true);
    await request.delete(`${system.urls.sandbox}/sandbox/faults`);
    return lead;
  }
  throw new Error('No lead was sold to Grace');
}

test('shows why a delivery failed and delivers the lead after a resend', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const lead = await postLeadWithFailedDelivery(page.request, system);
  await failOnce(page, 'GET', '/api/admin/deliveries/failed');
  await page.goto(`${system.urls.web}/admin/deliveries`);
  await expect(page.getByRole('heading', { level: 1, name: 'Failed Deliveries' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The failed deliveries could not be loaded.');
  const releaseList = await holdRequests(page, '/api/admin/deliveries/failed');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading failed deliveries...')).toBeVisible();
  releaseList();

  const mine = getRows(page, /^Failed deliveries/).filter({ hasText: lead.name });
  await expect(mine).toContainText('Grace Hill');
  await expect(mine).toContainText('Email, grace@example.com');
  await expect(mine).toContainText('The mail server rejected the address.');
  await expect(mine).toContainText('1 attempt, ADDRESS_REFUSED');
  await expectAccessibleLayout(page);

  const resend = mine.getByRole('button', { name: `Send again: Email to Grace Hill, ${lead.name}` });
  await page.route(
    /\/resend$/,
    (route) =>
      route.fulfill({ status: 503, json: { status: 503, code: 'UNAVAILABLE', detail: BUSY, errors: [] } }),
    { times: 1 },
  );
  await resend.click();
  await expectNotice(page, 'Error', BUSY);
  let release: (value?: unknown) => void = () => undefined;
  const released = new Promise((resolve) => (release = resolve));
  await page.route(/\/resend$/, async (route) => {
    await released;
    await route.continue();
  });
  await resend.focus();
  await page.keyboard.press('Enter');
  await expect(resend).toHaveText('Sending...');
  await expect(resend).toBeDisabled();
  release();
  await expectNotice(page, 'Delivery queued', 'Email to Grace Hill is being sent again.');
  await expect(mine.getByRole('status')).toBeFocused();
  await expect(mine.getByRole('status')).toHaveText('Delivered');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(mine).toHaveCount(0);

  const { mails } = (await (await page.request.get(`${system.urls.sandbox}/sandbox/mails`)).json()) as {
    mails: { text: string; to: unknown }[];
  };
  expect(
    mails.some(({ text, to }) => text.includes(lead.name) && JSON.stringify(to).includes('grace@')),
  ).toBe(true);
  await page.goto(`${system.urls.web}/admin/leads/${lead.id}`);
  await expect(page.getByText('Email delivered')).toBeVisible();
});

test('reaches every admin page by keyboard with at most 220 KB of script in total', async ({
  system,
  page,
}) => {
  await signInAsAdmin(page, system);
  const scripts = new Set<string>();
  page.on('request', (one) => {
    if (/\/assets\/.+\.js$/.test(one.url())) scripts.add(one.url());
  });
  await page.goto(`${system.urls.web}/admin`, { waitUntil: 'networkidle' });
  const nav = page.getByRole('navigation', { name: 'Admin' });
  await expect(nav.getByRole('link')).toHaveText([
    'Overview',
    'Leads',
    'Waiting leads',
    'Integration requests',
    'Failed deliveries',
    'Failed messages',
  ]);
  for (const [link, title] of [
    ['Leads', 'Leads'],
    ['Waiting leads', 'Waiting Leads'],
    ['Integration requests', 'Integration Requests'],
    ['Failed deliveries', 'Failed Deliveries'],
    ['Failed messages', 'Failed Messages'],
    ['Overview', 'Admin Dashboard'],
  ] as const) {
    await nav.getByRole('link', { name: link, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(nav.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${title} | Annuity Desk`);
    await expect(page.getByRole('main')).toBeFocused();
  }
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const url of scripts) {
    const { 'content-encoding': encoding, 'content-length': length } = (
      await page.request.get(url, { headers: { 'accept-encoding': 'gzip' } })
    ).headers();
    expect(encoding, url).toBe('gzip');
    bytes += Number(length);
  }
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(220_000);
});
