import type { Page } from '@playwright/test';
import { expectNoOverflow } from './accessibility.js';
import { createAgent, getEntries, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import { pauseService, sellLead, signInAsNewBuyer } from './agent-helpers.js';
import { queryFirstRow } from './database.js';
import { PASSWORD, signIn } from './helpers.js';
import { expect, type System, test } from './system.js';

const PAYMENTS = /^Payments$/;
const getPayments = (page: Page) => page.getByRole('region', { name: 'Payments', exact: true });

/** Counts payments of one user, or of all. */
const countPayments = (system: System, userId: string | null) =>
  queryFirstRow<{ payments: number; dollars: string }>(
    system,
    `SELECT count(*)::int AS payments, coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0)::text AS dollars
       FROM billing.purchases WHERE purchased_at IS NOT NULL AND ($1::uuid IS NULL OR user_id = $1)`,
    [userId],
  );

test('an admin sees the payments of one user', async ({ system, page, browser }) => {
  const sold = 3;
  const agent = await browser.newPage();
  const { id } = await withSeededAgentsPaused(system, async () => {
    await signInAsNewBuyer(agent, system);
    await sellLead(agent, system);
    await pauseService(agent, system);
    const profile = { firstName: 'Pia', lastName: 'Quorum', phone: '+15125550153' };
    const created = await createAgent(system, profile);
    await signIn(agent.request, system, { email: created.email, password: PASSWORD });
    for (let count = 0; count < sold; count += 1) await sellLead(agent, system);
    await pauseService(agent, system);
    return created;
  });
  await agent.close();

  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/users/${id}`);
  const one = await countPayments(system, id);
  const all = await countPayments(system, null);
  expect(one.payments).toBe(sold);
  expect(all.payments).toBeGreaterThan(sold);
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText(
    `${one.payments} payments, $${one.dollars} kept.`,
  );
  await page.getByRole('link', { name: 'See all payments' }).click();

  await expect(page).toHaveURL(new RegExp(`payments_user=${id}`));
  const summary = getPayments(page).getByRole('status');
  await expect(summary).toHaveText(new RegExp(`^${one.payments} payments, as of`));
  await expect(getPayments(page)).toContainText('Only payments of Pia Quorum');
  await expect(page.getByLabel('Search payments')).toHaveCount(0);
  const entries = getEntries(page, PAYMENTS);
  await expect(entries).toHaveCount(one.payments);
  await expect(entries.filter({ hasText: 'Pia Quorum' })).toHaveCount(one.payments);
  // The totals above the lists are of everybody.
  await expect(page.getByText('Total Payments').locator('xpath=following-sibling::dd[1]')).toHaveText(
    `$${Number(all.dollars).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expect(entries).toHaveCount(one.payments);

  await page.reload();
  await expect(entries).toHaveCount(one.payments);
  await page.getByRole('button', { name: 'Show all payments' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/payments_user/);
  await expect(summary).toHaveText(new RegExp(`\\b${all.payments} payments, as of`));

  // Only the newest 200 users and leads that match are searched.
  const headers = { 'x-total-count': '0', 'x-total-amount': '0.00', 'x-total-is-minimum': 'true' };
  await page.route(/\/api\/admin\/payments\?/, (route) => route.fulfill({ json: [], headers }));
  await page.getByLabel('Search payments').fill('Jo');
  await expect(getPayments(page)).toContainText(
    'More users or leads match than the search covers. Enter more of the name.',
  );
});
