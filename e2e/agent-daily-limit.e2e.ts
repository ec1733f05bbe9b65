import type { Page } from '@playwright/test';
import {
  fetchDashboard,
  getLimitField,
  openDashboard,
  pauseService,
  signInAsNewBuyer,
} from './agent-helpers.js';
import { expectNotice, failOnce, signIn } from './helpers.js';
import { expect, test } from './system.js';

const getLogout = (page: Page) => page.getByRole('button', { name: 'Logout' });

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
