import type { Page } from '@playwright/test';
import { fetchDashboard, pauseService, signInAsNewBuyer } from './agent-helpers.js';
import { expectNotice, failOnce, signIn } from './helpers.js';
import { expect, test } from './system.js';

const getLimitField = (page: Page) => page.getByRole('spinbutton', { name: 'Daily Lead Limit' });
const getLogout = (page: Page) => page.getByRole('button', { name: 'Logout' });

async function openDashboard(page: Page, web: string): Promise<void> {
  await page.goto(`${web}/dashboard`);
  await expect(getLimitField(page)).toBeEnabled();
}

test('saves a pending edit of the daily limit before logging out', async ({ system, page }) => {
  const { web } = system.urls;
  const buyer = await signInAsNewBuyer(page, system);
  await openDashboard(page, web);
  await getLimitField(page).fill('34');
  await getLogout(page).click();
  await expect(page).toHaveURL(`${web}/`);
  await signIn(page.request, system, buyer);
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 34 });
  await pauseService(page, system);
});

test('shows that a pending edit could not be saved before it logs out', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await openDashboard(page, web);
  await failOnce(page, 'PATCH', '/api/user/daily-limit');
  await getLimitField(page).fill('35');
  await getLogout(page).click();
  await expectNotice(page, 'Error', 'Failed to update daily lead limit.');
  await expect(getLimitField(page)).toHaveValue('25');
  await expect(page).toHaveURL(`${web}/dashboard`);
  await getLogout(page).click();
  await expect(page).toHaveURL(`${web}/`);
});

test('drops an edit of the daily limit when another account has signed in', async ({ system, page }) => {
  const { web } = system.urls;
  const first = await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await openDashboard(page, web);
  // As in a second window beside this one.
  const second = await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await getLimitField(page).fill('44');
  await expect(page.getByText(second.email).first()).toBeVisible();
  await expect(getLimitField(page)).toHaveValue('25');
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 25 });
  await signIn(page.request, system, first);
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 25 });
});
