import type { Page } from '@playwright/test';
import { expectNoOverflow, expectNoViolations } from './accessibility.js';
import { asAdmin, rows, wayOf, withoutSeededAgents } from './admins.js';
import { postLead } from './agents.js';
import { asNewAgent, BUSY, expectNotice, failOnce, hold, PASSWORD } from './people.js';
import { expect, type System, test } from './system.js';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const headings = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('columnheader');
const DATE = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}$/;
const DATE_TIME = /^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M$/;

async function openAdmin(page: Page, system: System): Promise<void> {
  await asAdmin(page, system);
  await page.goto(`${system.urls.web}/admin`);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
}

async function totals(page: Page, system: System): Promise<{ users: number; dollars: number }> {
  const of = async (list: string) =>
    (await page.request.get(`${system.urls.web}/api/admin/${list}`)).headers();
  return {
    users: Number((await of('users'))['x-total-count']),
    dollars: Number((await of('payments'))['x-total-amount']),
  };
}

test('the overview: totals, users and payments, as documented', async ({ system, page }) => {
  await asAdmin(page, system);
  const { id } = await postLead(page.request, system);
  await expect.poll(async () => (await wayOf(page.request, system, id)).status).toBe('sold');

  const letUsers = await hold(page, '/api/admin/users');
  const letPayments = await hold(page, '/api/admin/payments');
  await page.goto(`${system.urls.web}/admin`);
  await expect(page).toHaveTitle('Admin Dashboard | Annuity Desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Loading users...')).toBeVisible();
  await expect(page.getByText('Loading payments...')).toBeVisible();
  letUsers();
  letPayments();

  await expect(headings(page, 'Users')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Company',
    'Daily Limit',
    'Status',
    'Role',
    'Joined',
  ]);
  await expect(headings(page, 'Payments')).toHaveText(['Date', 'User', 'Lead', 'Amount', 'Payment ID']);

  const known = await totals(page, system);
  await expect(page.getByText('Total Users')).toBeVisible();
  await expect(page.getByText(known.users.toLocaleString('en-US'), { exact: true })).toBeVisible();
  await expect(page.getByText('Total Payments')).toBeVisible();
  const sum = known.dollars.toLocaleString('en-US', { minimumFractionDigits: 2 });
  await expect(page.getByText(`$${sum}`, { exact: true }).first()).toBeVisible();

  await page.getByLabel('Search users').fill('grace@example.com');
  const grace = rows(page, 'Users').getByRole('cell');
  await expect(rows(page, 'Users')).toHaveCount(1);
  await expect(rows(page, 'Users').getByRole('rowheader')).toHaveText('Grace Hill');
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

  const payment = rows(page, 'Payments').first();
  const [date = '', , amount, paymentId = ''] = await payment.getByRole('cell').allTextContents();
  expect(date).toMatch(DATE_TIME);
  expect(amount).toBe('$80.00');
  expect(paymentId).toMatch(/^pi_.{17}\.\.\.$/);
});

test('users are searched, sorted by their headings, and paged, all in the address', async ({
  system,
  page,
}) => {
  await openAdmin(page, system);
  const register = (count: number) =>
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
  for (let count = 0; count < 26; count += 1) expect((await register(count)).ok()).toBe(true);
  await asAdmin(page, system);

  await page.goto(`${system.urls.web}/admin?users_search=Manyfold`);
  const users = region(page, 'Users');
  await expect(page.getByLabel('Search users')).toHaveValue('Manyfold');
  await expect(users.getByRole('status')).toHaveText(/^1-25 of 26 users, as of/);
  await expect(users.getByText('Page 1 of 2')).toBeVisible();
  await expect(headings(page, 'Users').nth(7)).toHaveAttribute('aria-sort', 'descending');

  await users.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(headings(page, 'Users').first()).toHaveAttribute('aria-sort', 'ascending');
  await expect(headings(page, 'Users').nth(7)).toHaveAttribute('aria-sort', 'none');
  await expect(rows(page, 'Users').getByRole('rowheader').first()).toHaveText('Zza Manyfold');
  await expect(page).toHaveURL(/users_sort=name/);

  await users.getByRole('button', { name: 'Next' }).click();
  await expect(users.getByText('Page 2 of 2')).toBeVisible();
  await expect(rows(page, 'Users').getByRole('rowheader')).toHaveText(['Zzz Manyfold']);
  await page.reload();
  await expect(rows(page, 'Users').getByRole('rowheader')).toHaveText(['Zzz Manyfold']);
  await page.goBack();
  await expect(users.getByText('Page 1 of 2')).toBeVisible();
  await users.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).not.toHaveURL(/users_sort/);

  await page.getByLabel('Search users').fill('nobody has this name');
  await expect(page.getByText('No users match this search')).toBeVisible();
  await expect(users.getByRole('status')).toHaveText(/^0 users/);
  await page.goto(`${system.urls.web}/admin?users_search=Manyfold&users_page=9`);
  await expect(page.getByText('No users on this page')).toBeVisible();
  await users.getByRole('button', { name: 'First page' }).click();
  await expect(users.getByText('Page 1 of 2')).toBeVisible();
});

test('payments go on behind the last one, and back, and are searched', async ({ system, page }) => {
  await asAdmin(page, system);
  const { dollars } = await totals(page, system);
  await withoutSeededAgents(
    system,
    async () => {
      for (let count = 0; count < 30; count += 1) await postLead(page.request, system);
      await expect.poll(async () => (await totals(page, system)).dollars).toBe(dollars + 30 * 80);
    },
    'pm_card_visa',
  );

  await page.goto(`${system.urls.web}/admin`);
  const payments = region(page, 'Payments');
  await expect(rows(page, 'Payments')).toHaveCount(25);
  const button = (name: string) => payments.getByRole('button', { name, exact: true });
  await expect(button('Previous')).toHaveAttribute('aria-disabled', 'true');
  const ids = async () => rows(page, 'Payments').getByRole('button', { name: /^Copy/ }).evaluateAll(labels);
  const before = await ids();
  await button('Next').click();
  await expect(page).toHaveURL(/payments_before=/);
  await expect(button('First page')).toHaveAttribute('aria-disabled', 'false');
  await expect.poll(async () => (await ids()).some((id) => before.includes(id))).toBe(false);
  await page.reload();
  await button('Previous').click();
  await expect(page).not.toHaveURL(/payments_before=/);
  await expect.poll(ids).toEqual(before);

  await payments.getByRole('button', { name: 'Date' }).click();
  await expect(headings(page, 'Payments').first()).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/payments_order=oldest/);

  const id = (before[0] ?? '').replace('Copy payment ID ', '');
  await page.getByLabel('Search payments').fill(id);
  await expect(rows(page, 'Payments')).toHaveCount(1);
  await expect(payments.getByRole('status')).toHaveText(/^1 payment,/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(`Copy payment ID ${id}`).click();
  await expectNotice(page, 'Copied', 'The payment ID is on your clipboard.');
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(id);
});
const labels = (found: { ariaLabel: string | null }[]): string[] =>
  found.map(({ ariaLabel }) => ariaLabel ?? '');

const lists = [
  ['/admin', '/api/admin/users', 'The users could not be loaded.', 'Users'],
  ['/admin', '/api/admin/payments', 'The payments could not be loaded.', 'Payments'],
  ['/admin/leads', '/api/admin/leads', 'The leads could not be loaded.', 'Leads'],
] as const;

test('a list that cannot be read says so where it is, and is tried again', async ({ system, page }) => {
  await asAdmin(page, system);
  await postLead(page.request, system);
  for (const [path, call, failure, table] of lists) {
    await failOnce(page, 'GET', call);
    await page.goto(system.urls.web + path);
    const alert = page.getByRole('alert').filter({ hasText: failure });
    await expect(alert).toContainText(BUSY);
    await expect(page.getByRole('table', { name: table })).toHaveCount(0);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page, table).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
    expect(await page.evaluate<boolean>('document.activeElement === document.body')).toBe(false);
  }
  // What was read before stays while it cannot be read anew.
  await failOnce(page, 'GET', '/api/admin/leads');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('The leads could not be loaded.');
  await expect(rows(page, 'Leads').first()).toBeVisible();
});

const pages = [
  '/admin',
  '/admin/leads',
  '/admin/waiting',
  '/admin/integrations',
  '/admin/deliveries',
] as const;

test('nobody but an admin sees any of it, neither the pages nor the answers', async ({ system, page }) => {
  const id = '0191e1a0-0000-7000-8000-000000000001';
  const reads = ['users', 'payments', 'leads', `leads/${id}`, 'integration-requests', 'deliveries/failed'];
  const refused = async (status: number) => {
    for (const path of reads)
      expect((await page.request.get(`${system.urls.web}/api/admin/${path}`)).status(), path).toBe(status);
    const settle = await page.request.patch(`${system.urls.web}/api/admin/integration-requests/${id}`, {
      data: { status: 'completed' },
    });
    expect(settle.status()).toBe(status);
    const resend = await page.request.post(`${system.urls.web}/api/admin/deliveries/${id}/resend`, {
      data: {},
    });
    expect(resend.status()).toBe(status);
    for (const path of [...pages, `/admin/leads/${id}`]) {
      await page.goto(system.urls.web + path);
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
  };
  await refused(401);
  await asNewAgent(page, system);
  await refused(403);
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });
    test('the overview is accessible and fits every screen', async ({ system, page }) => {
      await openAdmin(page, system);
      for (const width of [390, 768, 1280, 1600]) {
        await page.setViewportSize({ width, height: 844 });
        const isTable = width >= 1280;
        const item = isTable
          ? rows(page, 'Users').first()
          : page.getByRole('list', { name: 'Users' }).getByRole('listitem').first();
        await expect(item).toBeVisible();
        if (isTable) expect((await item.boundingBox())?.height).toBeLessThanOrEqual(41);
        else await expect(page.getByLabel('Sort by').first()).toBeVisible();
        await expectNoOverflow(page);
        await expectNoViolations(page);
      }
    });
  });
