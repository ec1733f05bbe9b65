import type { Page } from '@playwright/test';
import { expectNotice, PASSWORD, signInAsNewAgent, waitForScripts } from './helpers.js';
import { expect, test } from './system.js';

// A prerendered form is shown, and may be filled in, before its scripts are loaded.

test('puts no password into the URL when a form is sent before its scripts are loaded', async ({
  system,
  page,
}) => {
  const url = `${system.urls.web}/login`;
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(url);
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  const violation = page.waitForEvent('console', {
    predicate: (line) => line.text().includes('form-action'),
  });
  await page.getByRole('button', { name: 'Sign In' }).click({ noWaitAfter: true });
  await violation;
  expect(page.url()).toBe(url);
});

test('sends what was entered before the form was ready', async ({ system, page }) => {
  const { web } = system.urls;
  const { email, password } = await signInAsNewAgent(page, system);
  await page.context().clearCookies();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`${web}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  release(undefined);
  await page.waitForLoadState('networkidle');
  await waitForScripts(page);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
});

/** Fills an input as some password managers do: its value changes without an event. */
const fillSilently = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).evaluate((input, text) => {
    (input as { value: string }).value = text;
  }, value);

test('sends what a password manager filled in without an event', async ({ system, page }) => {
  const { web } = system.urls;
  const { email, password } = await signInAsNewAgent(page, system);
  await page.context().clearCookies();
  await page.goto(`${web}/login`, { waitUntil: 'networkidle' });
  await waitForScripts(page);
  await fillSilently(page, 'Email', email);
  await fillSilently(page, 'Password', password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
});

test('keeps what a password manager filled in while another field is typed', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/register`, { waitUntil: 'networkidle' });
  await waitForScripts(page);
  await fillSilently(page, 'Email', 'ann@example.com');
  await fillSilently(page, 'Phone', '(212) 555-0142');
  await page.getByLabel('First Name').pressSequentially('Ann');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ann@example.com');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('(212) 555-0142');
  await fillSilently(page, 'Last Name', 'Lee');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone'])
    await expect(page.getByLabel(label, { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
});

test('saves a profile that was filled in without an event', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');
  await fillSilently(page, 'First Name', 'Norah');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectNotice(page, 'Profile updated');
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Norah');
});
