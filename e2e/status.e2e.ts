import type { StatusAnswer } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleLayout } from './accessibility.js';
import { signInAsAdmin } from './admin-helpers.js';
import { expectNotice } from './helpers.js';
import { expect, type System, test } from './system.js';

const getComponent = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

const readStatus = async (page: Page, system: System): Promise<StatusAnswer> =>
  (await (await page.request.get(`${system.urls.web}/api/status`)).json()) as StatusAnswer;

test('shows visitors what works, and the incident that an admin publishes', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  await page.goto(`${system.urls.web}/admin/incidents`);
  await page.getByRole('button', { name: 'New incident' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByText('Choose at least one component')).toBeVisible();
  await expectAccessible(page);
  const title = `Payments are delayed ${Date.now()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('What visitors should know').fill('Leads wait and are sold later.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('checkbox').first()).toBeFocused();
  await dialog.getByLabel('Card payments').check();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expectNotice(page, 'Incident published', title);
  const incident = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(incident).toContainText('Investigating');
  await expectAccessibleLayout(page);

  await page.getByRole('button', { name: `Add update: ${title}` }).click();
  await dialog.getByLabel('Status').selectOption('Resolved');
  await dialog.getByLabel('What visitors should know').fill('Cards are charged again.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expectNotice(page, 'Update published', title);
  await expect(page.getByRole('button', { name: `Add update: ${title}` })).toHaveCount(0);

  // Answers are cached for 30 s, so the page is opened only now.
  await page.context().clearCookies();
  await expect(async () => {
    await page.goto(`${system.urls.web}/status`);
    await expect(incident).toContainText('Cards are charged again.', { timeout: 5_000 });
    await expect(page.getByText('Everything is working.')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 180_000 });
  await expect(incident).toContainText('Resolved');
  for (const name of ['Website and API', 'Card payments', 'Lead delivery'])
    await expect(getComponent(page, name)).toContainText('Working');
  await expect(page.getByRole('img', { name: /^Card payments, 90 days: (No data|\d)/ })).toBeVisible();
});

test('shows days with interruptions, days without data, and what is not available', async ({
  system,
  page,
}) => {
  const status = await readStatus(page, system);
  const days = Array.from({ length: 90 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    minutes: index < 30 ? 0 : 1_440,
  }));
  const upMinutes = days.map(({ minutes }, index) => (index === 40 ? 1_400 : minutes));
  const answer: StatusAnswer = {
    ...status,
    checkedAt: '2026-03-31T12:00:00.000Z',
    components: [
      { component: 'website', isUp: true },
      { component: 'payments', isUp: false },
    ],
    history: { days, components: [{ component: 'payments', upMinutes }] },
    delivery: { leads: 1_000, medianMs: 412, p95Ms: 1_830 },
  };
  await page.route('**/api/status', (route) => route.fulfill({ json: answer }));
  await page.goto(`${system.urls.web}/status`);
  await expect(page.getByRole('alert')).toContainText('1 of 2 components are not answering');
  await expect(page.getByText('0.41 s')).toBeVisible();
  await expect(page.getByText('1.8 s')).toBeVisible();
  const payments = getComponent(page, 'Card payments');
  await expect(payments).toContainText('99.95%');
  await payments.getByText('Days below 100% (1)').click();
  await expect(payments.getByText('Feb 10, 2026: 97.22%', { exact: true }).last()).toBeVisible();
  await expectAccessibleLayout(page);

  const nothing: StatusAnswer = { ...answer, history: null, incidents: null, delivery: null };
  await page.unroute('**/api/status');
  await page.route('**/api/status', (route) => route.fulfill({ json: nothing }));
  await page.reload();
  await expect(page.getByText('The history is not available at the moment.')).toBeVisible();
  await expectAccessibleLayout(page);
});
