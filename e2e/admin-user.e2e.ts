import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { createAgent, fetchAdminLead, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { pauseService, postLead } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { failLoads, failOnce, findAdmin, holdRequests, newEmail, PASSWORD } from './helpers.js';
import { addPasskeys, expireProof } from './security-helpers.js';
import { expect, type System, test } from './system.js';

const REASON = 'Asked us by phone';
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates an agent with a card, one passkey and one session. Returns the id. */
async function createAgentWithPasskey(system: System, email: string, lastName: string): Promise<string> {
  const profile = { firstName: 'Ulla', lastName, phone: '+15125550151', companyName: 'Quill & Co' };
  const { id } = await createAgent(system, { ...profile, email });
  await addPasskeys(system, email, 1);
  return id;
}

/** Counts what the page shows directly in the tables. */
const countOfUser = (system: System, userId: string) =>
  queryFirstRow<Record<'payments' | 'dollars' | 'deliveries' | 'sessions', number>>(
    system,
    `SELECT (SELECT count(*)::int FROM billing.purchases WHERE user_id = $1 AND purchased_at IS NOT NULL) AS payments,
            (SELECT sum(amount)::int FROM billing.purchases WHERE user_id = $1 AND status = 'succeeded') AS dollars,
            (SELECT count(*)::int FROM notifications.deliveries WHERE buyer_id = $1) AS deliveries,
            (SELECT count(*)::int FROM accounts.sessions WHERE user_id = $1 AND expire > now()) AS sessions`,
    [userId],
  );

async function postSoldLead(page: Page, system: System): Promise<void> {
  const { id } = await postLead(page.request, system);
  await expect
    .poll(async () => {
      const { status, buyer } = await fetchAdminLead(page.request, system, id);
      return `${status} to ${buyer?.firstName ?? 'nobody'}`;
    })
    .toBe('sold to Ulla');
}

/** Opens the dialog of an action, gives the reason and confirms. */
async function confirmAction(page: Page, label: string, before?: () => Promise<void>): Promise<void> {
  await button(page, label).click();
  const dialog = page.getByRole('dialog');
  await before?.();
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('an admin manages a user', async ({ system, page }) => {
  const email = newEmail();
  const userId = await createAgentWithPasskey(system, email, 'Quill');
  await signInAsAdmin(page, system);
  await withSeededAgentsPaused(system, async () => {
    await postSoldLead(page, system);
    await postSoldLead(page, system);
  });
  const count = () => countOfUser(system, userId);
  await expect.poll(count).toMatchObject({ payments: 2, deliveries: 2 });

  await page.goto(`${system.urls.web}/admin`);
  await page.getByLabel('Search users').fill(email);
  // The search applies a moment after the last key.
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('status')).toHaveText(/^1 user, as of/);
  await page.getByRole('region', { name: 'Users' }).getByRole('link', { name: 'Ulla Quill' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ulla Quill' })).toBeVisible();
  await expect(page).toHaveTitle('Ulla Quill | Annuity Desk');
  await expect(card(page, 'Account')).toContainText('Quill & Co');
  await expect(card(page, 'Account')).toContainText('Not confirmed');
  await expect(card(page, 'Account')).toContainText(/Accepted .+, version .+, from /);
  await expect(card(page, 'Service')).toContainText('Gets leads as they come in.');
  await expect(card(page, 'Service')).toContainText('7 leads/day');
  await expect(card(page, 'Card')).toContainText('Visa ending in 4242');
  await expect(card(page, 'Browser notifications')).toContainText('Not turned on in any browser.');
  await expect(card(page, 'Filters')).toContainText('Any time');
  await expect(card(page, 'Lead report')).toContainText('Sold to this agent');
  const counted = await count();
  await expect(card(page, 'Leads')).toContainText(`${counted.payments} leads bought`);
  await expect(card(page, 'Payments')).toContainText(
    `${counted.payments} payments, $${counted.dollars}.00 kept`,
  );
  await expect(card(page, 'Payments').getByRole('link', { name: / Achterberg/ })).toHaveCount(2);
  await expect(card(page, 'Deliveries').getByRole('link', { name: / Achterberg/ })).toHaveCount(
    counted.deliveries,
  );
  await expect(card(page, 'Sign-in')).toContainText(
    `Signed in on ${counted.sessions} device${counted.sessions === 1 ? '' : 's'}`,
  );
  await expectAccessibleLayout(page);

  // A reason is required, and the focus returns to the button.
  await button(page, 'Pause service').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Pause the service?');
  await dialog.getByRole('button', { name: 'Pause service' }).click();
  await expect(dialog.getByText('Enter a reason')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Pause service')).toBeFocused();

  await failOnce(page, 'PATCH', /\/service$/);
  await button(page, 'Pause service').click();
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Pause service' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause service' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, 'Service')).toContainText('Gets no leads: the service is paused.');
  await expect(button(page, 'Resume service')).toBeFocused();

  await confirmAction(page, 'Change daily limit', () => dialog.getByLabel('Leads per day').fill('9'));
  await expect(card(page, 'Service')).toContainText('9 leads/day');

  await confirmAction(page, 'Confirm address');
  await expect(card(page, 'Account')).toContainText('Confirmed');
  await expect(button(page, 'Confirm address')).toHaveCount(0);
  await confirmAction(page, 'Reset second factor');
  await expect(card(page, 'Sign-in')).toContainText('Not signed in anywhere');
  await expect(button(page, 'Reset second factor')).toHaveCount(0);

  await confirmAction(page, 'Disable account');
  await expect(card(page, 'Service')).toContainText('Gets no leads: the account is disabled since');
  const refused = await page.request.post(`${system.urls.web}/api/auth/login`, {
    data: { email, password: PASSWORD },
    headers: { cookie: '' },
  });
  expect(refused.status()).toBe(401);
  await confirmAction(page, 'Enable account');
  await expect(card(page, 'Service')).toContainText('Gets no leads: the service is paused.');

  const log = card(page, 'Audit log');
  await expect(async () => {
    await log.getByRole('button', { name: 'Refresh' }).click();
    for (const entry of [
      'Service enabled: yes → no',
      'Daily lead limit: 7 → 9',
      'Email confirmed by you',
      'Passkeys: 1 → 0',
      'Disabled: no → yes',
      'Disabled: yes → no',
    ])
      await expect(log.getByText(entry)).toBeVisible({ timeout: 2_000 });
    await expect(log.getByText(`Reason: ${REASON}`)).toHaveCount(6, { timeout: 2_000 });
  }).toPass();
});

test('asks the admin for a proof of identity, and explains a missing user, errors and the own account', async ({
  system,
  page,
}) => {
  const profile = { firstName: 'Ulla', lastName: 'Quiet', phone: '+15125550151' };
  const { id: userId } = await createAgent(system, profile, (request) => pauseService({ request }, system));
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/users/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('User not found')).toBeVisible();

  const path = `/api/admin/users/${userId}`;
  const recover = await failLoads(page, path);
  await page.goto(`${system.urls.web}/admin/users/${userId}`);
  await expect(page.getByRole('alert')).toContainText('The user could not be loaded.');
  const release = await holdRequests(page, path);
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Loading the user...')).toBeAttached();
  release();
  await expect(card(page, 'Account')).toBeVisible();

  // The page is shown even if other services do not answer.
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as object;
      await route.fulfill({
        response: answer,
        json: { ...body, eligibility: null, filters: null, card: null, channels: null, payments: null },
      });
    },
    { times: 1 },
  );
  await page.reload();
  for (const what of ['service', 'filters', 'card', 'other channels', 'payments'])
    await expect(page.getByText(`The ${what} could not be loaded.`)).toBeVisible();

  const admin = findAdmin(system);
  await page.reload();
  await expireProof(system, admin.email);
  await button(page, 'End sessions').click();
  await page.getByRole('dialog').getByLabel('Reason').fill(REASON);
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();

  await page.goto(`${system.urls.web}/admin`);
  await page.getByLabel('Search users').fill(admin.email);
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('status')).toHaveText(/^1 user, as of/);
  await page.getByRole('region', { name: 'Users' }).getByRole('link').first().click();
  await expect(page.getByText('This is your own account.')).toBeVisible();
  await expect(button(page, 'Disable account')).toHaveCount(0);
});
