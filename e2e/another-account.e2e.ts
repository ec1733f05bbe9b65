import type { Page } from '@playwright/test';
import {
  expectLive,
  fetchDashboard,
  getLimitField,
  openDashboard,
  pauseService,
  signInAsNewBuyer,
} from './agent-helpers.js';
import { holdRequests, signIn, signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';

// All windows of a browser share one session cookie. A sign-in in one of them changes the account of the others.

const getSidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

/** Holds the live stream, which could notice the other account before the page does. */
const withoutStream = (page: Page) => holdRequests(page, '/api/live');

test('shows nothing of the first user after another has signed in from a second tab', async ({
  system,
  page,
  context,
}) => {
  const first = await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await page.getByLabel('First Name').fill('Norma');
  const second = await signInAsNewAgent(await context.newPage(), system);
  await expect(page.getByLabel('Email')).toHaveValue(first.email);

  // Simulates returning to the tab.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await expect(page.getByLabel('Email')).toHaveValue(second.email);
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');
  await expect(getSidebar(page).getByText(second.email)).toBeVisible();
  await expect(page.getByText(first.email)).toBeHidden();
});

test('changes nothing in the account that has signed in from a second tab', async ({
  system,
  page,
  context,
}) => {
  const { web } = system.urls;
  await signInAsNewAgent(page, system);
  await page.goto(`${web}/settings`, { waitUntil: 'networkidle' });
  await page.getByLabel('First Name').fill('Norma');
  const second = await signInAsNewAgent(await context.newPage(), system);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(second.email);
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');

  await page.goto(`${web}/integrations`, { waitUntil: 'networkidle' });
  await expect(getSidebar(page).getByText(second.email)).toBeVisible();
  const third = await signInAsNewAgent(await context.newPage(), system);
  await page.getByRole('button', { name: 'Request Integration' }).first().click();
  await expect(getSidebar(page).getByText(third.email)).toBeVisible();
  const requests = await page.request.get(`${web}/api/integration-requests`);
  expect(await requests.json()).toEqual([]);
});

test('drops an edit of the daily limit when another account has signed in', async ({ system, page }) => {
  const { web } = system.urls;
  const second = await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  const first = await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await withoutStream(page);
  await openDashboard(page, web);
  // Simulates a sign-in in a second window: `page.request` shares the cookies of the page.
  await signIn(page.request, system, second);
  await getLimitField(page).fill('44');
  await expect(page.getByText(second.email).first()).toBeVisible();
  await expect(getLimitField(page)).toHaveValue('25');
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 25 });
  await signIn(page.request, system, first);
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 25 });
});

test('drops an edit at page close after another sign-in', async ({ system, page }) => {
  const second = await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await withoutStream(page);
  await openDashboard(page, system.urls.web);
  await signIn(page.request, system, second);
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/user/daily-limit'));
  await getLimitField(page).fill('45');
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))");
  expect((await refused).status()).toBe(409);
  await expect(page.getByText(second.email).first()).toBeVisible();
  await expect(getLimitField(page)).toHaveValue('25');
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 25 });
});

test('loads the new account after a sign-in in another window ends the live stream', async ({
  system,
  page,
}) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await expectLive(page);
  await pauseService(page, system);
  const { email } = await signInAsNewAgent(page, system);
  // The live stream outlives its session by up to 30 seconds.
  await expect(page.getByText(email).first()).toBeVisible();
  await expectLive(page);
});
