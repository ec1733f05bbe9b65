import { formatAmount, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessible, expectFocusKept, expectNoOverflow } from './accessibility.js';
import { signInAsAdmin, getRows, fetchAdminLead, withSeededAgentsPaused } from './admin-helpers.js';
import { postLead } from './agent-helpers.js';
import { signInAsNewAgent, BUSY, expectNotice, failLoads, holdRequests, PASSWORD } from './helpers.js';
import { expect, type System, test } from './system.js';

const getRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const getHeadings = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('columnheader');
const DATE = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}$/;
const DATE_TIME = /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M$/;

async function openAdmin(page: Page, system: System): Promise<void> {
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin`);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
}

async function fetchTotals(page: Page, system: System): Promise<{ users: number; dollars: number }> {
  const fetchHeaders = async (list: string) =>
    (await page.request.get(`${system.urls.web}/api/admin/${list}`)).headers();
  return {
    users: Number((await fetchHeaders('users'))['x-total-count']),
    dollars: Number((await fetchHeaders('payments'))['x-total-amount']),
  };
}

test('shows totals, users and payments on the overview', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const { id } = await postLead(page.request, system);
  await expect.poll(async () => (await fetchAdminLead(page.request, system, id)).status).toBe('sold');

  const releaseUsers = await holdRequests(page, '/api/admin/users');
  const releasePayments = await holdRequests(page, '/api/admin/payments');
  await page.goto(`${system.urls.web}/admin`);
  await expect(page).toHaveTitle('Admin Dashboard | Annuity Desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Loading users...')).toBeVisible();
  await expect(page.getByText('Loading payments...')).toBeVisible();
  releaseUsers();
  releasePayments();

  await expect(getHeadings(page, 'Users')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Company',
    'Daily Limit',
    'Status',
    'Role',
    'Joined',
  ]);
  await expect(getHeadings(page, 'Payments')).toHaveText([
    'Date',
    'User',
    'Lead',
    'Amount',
    'Payment ID',
    'Actions',
  ]);

  const known = await fetchTotals(page, system);
  await expect(page.getByText('Total Users').locator('xpath=following-sibling::dd[1]')).toHaveText(
    known.users.toLocaleString('en-US'),
  );
  await expect(page.getByText('Total Payments')).toBeVisible();
  const sum = known.dollars.toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(page.getByText(`$${sum}`, { exact: true }).first()).toBeVisible();

  await page.getByLabel('Search users').fill('grace@example.com');
  const grace = getRows(page, 'Users').getByRole('cell');
  await expect(getRows(page, 'Users')).toHaveCount(1);
  await expect(getRows(page, 'Users').getByRole('rowheader')).toHaveText('Grace Hill');
  const [email, phone, company, limit, status, role, joined] = await grace.allTextContents();
  expect([email, phone, company, limit]).toEqual([
    'grace@example.com',
    '(212) 555-0101',
    'Hill Retirement',
    '100 leads/day',
  ]);
  expect([status, role]).toEqual(['Active', 'User']);
  expect(joined).toMatch(DATE);
  await page.getByLabel('Search users').fill('declan@example.com');
  await expect(grace.nth(2)).toHaveText('-');
  await page.getByLabel('Search users').fill('admin@example.com');
  await expect(grace.nth(5)).toHaveText('Admin');

  const payment = getRows(page, 'Payments').first();
  const [date = '', , amount, paymentId = ''] = await payment.getByRole('cell').allTextContents();
  expect(date).toMatch(DATE_TIME);
  expect(amount).toBe(formatAmount(LEAD_PRICE_CENTS));
  expect(paymentId).toMatch(/^pi_.{17}\.\.\.$/);
});

test('keeps search, sort and page of the users in the URL', async ({ system, page }) => {
  const registerAgent = (count: number) =>
    page.request.post(`${system.urls.web}/api/auth/register`, {
      data: {
        firstName: `Zz${String.fromCharCode(97 + count)}`,
        lastName: 'Manyfold',
        email: `many-${Date.now()}-${count}@example.com`,
        phone: '5125550100',
        companyName: '',
        password: PASSWORD,
        confirmPassword: PASSWORD,
      },
    });
  for (let count = 0; count < 26; count += 1) expect((await registerAgent(count)).ok()).toBe(true);
  await signInAsAdmin(page, system);

  await page.goto(`${system.urls.web}/admin?users_search=Manyfold`);
  const users = getRegion(page, 'Users');
  await expect(page.getByLabel('Search users')).toHaveValue('Manyfold');
  await expect(users.getByRole('status')).toHaveText(/^1-25 of 26 users, as of/);
  await expect(users.getByText('Page 1 of 2')).toBeVisible();
  await expect(getHeadings(page, 'Users').nth(7)).toHaveAttribute('aria-sort', 'descending');

  await users.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(getHeadings(page, 'Users').first()).toHaveAttribute('aria-sort', 'ascending');
  await expect(getHeadings(page, 'Users').nth(7)).toHaveAttribute('aria-sort', 'none');
  await expect(getRows(page, 'Users').getByRole('rowheader').first()).toHaveText('Zza Manyfold');
  await expect(page).toHaveURL(/users_sort=name/);

  await users.getByRole('button', { name: 'Next' }).click();
  await expect(users.getByText('Page 2 of 2')).toBeVisible();
  await expect(getRows(page, 'Users').getByRole('rowheader')).toHaveText(['Zzz Manyfold']);
  await page.reload();
  await expect(getRows(page, 'Users').getByRole('rowheader')).toHaveText(['Zzz Manyfold']);
  await page.goBack();
  await expect(users.getByText('Page 1 of 2')).toBeVisible();
  await users.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).not.toHaveURL(/users_sort/);

  await page.getByLabel('Search users').fill('nobody has this name');
  await expect(page.getByText('No users match this search')).toBeVisible();
  await expect(users.getByRole('status')).toHaveText(/^0 users/);
  await page.goto(`${system.urls.web}/admin?users_search=Manyfold&users_page=9`);
  await expect(page.getByText('No more users')).toBeVisible();
  await users.getByRole('button', { name: 'First page' }).click();
  await expect(users.getByText('Page 1 of 2')).toBeVisible();
});

test('pages forward and back through payments and searches them', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const { dollars } = await fetchTotals(page, system);
  await withSeededAgentsPaused(
    system,
    async () => {
      for (let count = 0; count < 30; count += 1) await postLead(page.request, system);
      await expect
        .poll(async () => (await fetchTotals(page, system)).dollars)
        .toBeGreaterThanOrEqual(dollars + (30 * LEAD_PRICE_CENTS) / 100);
    },
    'pm_card_visa',
  );

  await page.goto(`${system.urls.web}/admin`);
  const payments = getRegion(page, 'Payments');
  await expect(getRows(page, 'Payments')).toHaveCount(25);
  const button = (name: string) => payments.getByRole('button', { name, exact: true });
  await expect(button('Previous')).toHaveAttribute('aria-disabled', 'true');
  const ids = async () =>
    getRows(page, 'Payments').getByRole('button', { name: /^Copy/ }).evaluateAll(readLabels);
  const before = await ids();
  await button('Next').click();
  await expect(page).toHaveURL(/payments_before=/);
  await expect(button('First page')).toHaveAttribute('aria-disabled', 'false');
  const isNextPage = async () => {
    const shown = await ids();
    return shown.length > 0 && !shown.some((id) => before.includes(id));
  };
  await expect.poll(isNextPage).toBe(true);
  await page.reload();
  await button('Previous').click();
  await expect(page).not.toHaveURL(/payments_before=/);
  await expect.poll(ids).toEqual(before);

  await payments.getByRole('button', { name: 'Date' }).click();
  await expect(getHeadings(page, 'Payments').first()).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/payments_order=oldest/);

  const id = (before[0] ?? '').replace('Copy payment ID ', '');
  await page.getByLabel('Search payments').fill(id);
  await expect(getRows(page, 'Payments')).toHaveCount(1);
  await expect(payments.getByRole('status')).toHaveText(/^1 payment,/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(`Copy payment ID ${id}`).click();
  await expectNotice(page, 'Copied', 'The payment ID is on your clipboard.');
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(id);
});
const readLabels = (elements: { ariaLabel: string | null }[]): string[] =>
  elements.map(({ ariaLabel }) => ariaLabel ?? '');

const lists = [
  ['/admin', '/api/admin/users', 'The users could not be loaded.', 'Users'],
  ['/admin', '/api/admin/payments', 'The payments could not be loaded.', 'Payments'],
  ['/admin/leads', '/api/admin/leads', 'The leads could not be loaded.', 'Leads'],
] as const;

test('shows a load failure in place of the list and recovers on retry', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await postLead(page.request, system);
  for (const [path, call, failure, table] of lists) {
    const recover = await failLoads(page, call);
    await page.goto(system.urls.web + path);
    const alert = page.getByRole('alert').filter({ hasText: failure });
    await expect(alert).toContainText(BUSY);
    await expect(page.getByRole('table', { name: table })).toHaveCount(0);
    await recover();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(getRows(page, table).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expectFocusKept(page);
  }
  // A failed refresh keeps the rows that were already loaded.
  await failLoads(page, '/api/admin/leads');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The leads could not be loaded.');
  await expect(getRows(page, 'Leads').first()).toBeVisible();
});

test('hides API responses from everyone but admins', async ({ system, page }) => {
  const id = '0191e1a0-0000-7000-8000-000000000001';
  const reads = [
    'users',
    'payments',
    'leads',
    `leads/${id}`,
    'funnels',
    'reports?from=2026-01-01&to=2026-01-31',
    'reports/agents?from=2026-01-01&to=2026-01-31',
    'reports/eligible-buyers?state=TX&leadType=Fixed',
    'reports/money?from=2026-01-01&to=2026-01-31',
    'held-posts',
    'integration-requests',
    'deliveries',
    'queues',
    'queue-jobs?queue=billing.rpc&state=failed',
  ];
  const expectRefused = async (status: number) => {
    for (const path of reads)
      expect((await page.request.get(`${system.urls.web}/api/admin/${path}`)).status(), path).toBe(status);
    const resolve = await page.request.patch(`${system.urls.web}/api/admin/integration-requests/${id}`, {
      data: { status: 'completed' },
    });
    expect(resolve.status()).toBe(status);
    const resend = await page.request.post(`${system.urls.web}/api/admin/deliveries/${id}/resend`, {
      data: {},
    });
    expect(resend.status()).toBe(status);
  };
  await expectRefused(401);
  await signInAsNewAgent(page, system);
  await expectRefused(403);
});

test('the overview is accessible and fits every screen width', async ({ system, page }) => {
  await openAdmin(page, system);
  await expect(getRegion(page, 'How it is going').locator('dl').first()).toBeVisible();
  await expect(getRegion(page, 'What waits for you').locator('p')).not.toHaveCount(0);
  for (const width of [390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 844 });
    const isTable = width >= 1280;
    const item = isTable
      ? getRows(page, 'Users').first()
      : page.getByRole('list', { name: 'Users' }).getByRole('listitem').first();
    await expect(item).toBeVisible();
    const measure = async () => (await item.boundingBox())?.height;
    if (isTable) await expect.poll(measure).toBeLessThanOrEqual(41);
    else await expect(page.getByLabel('Sort by').first()).toBeVisible();
    await expectNoOverflow(page);
    if (width === 390 || width === 1280) await expectAccessible(page, `${width} px`);
  }
});
