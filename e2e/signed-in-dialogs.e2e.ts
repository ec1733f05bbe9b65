import type { Page } from '@playwright/test';
import { expectNotice, getToast, holdRequests, signInAsOwner } from './helpers.js';
import { getButton, getDialog } from './security-helpers.js';
import { expect, type System, test } from './system.js';

/** Signs in on a second device, so that there is another session to end. */
async function openSecurityWithTwoSessions(page: Page, system: System): Promise<void> {
  const { web } = system.urls;
  const { email, password } = await signInAsOwner(page, system);
  const other = await page.context().browser()?.newContext();
  const answer = await other?.request.post(`${web}/api/auth/login`, { data: { email, password } });
  expect(answer?.ok()).toBe(true);
  await other?.close();
  await page.goto(`${web}/settings?tab=security`);
}

/** Counts requests to a path from now on. */
function countRequests(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() !== 'GET') count += 1;
  });
  return () => count;
}

test('submits a form once when it is submitted twice at the same moment', async ({ system, page }) => {
  await signInAsOwner(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await page.getByLabel('First Name').fill('Norma');
  const getCount = countRequests(page, '/api/user/profile');
  await page.getByLabel('First Name').evaluate((input: { form: { requestSubmit(): void } }) => {
    input.form.requestSubmit();
    input.form.requestSubmit();
  });
  await expect(getToast(page)).toHaveCount(1);
  expect(getCount()).toBe(1);
});

test('confirms once when the button is clicked twice at the same moment', async ({ system, page }) => {
  await openSecurityWithTwoSessions(page, system);
  await getButton(page, 'Sign out of all other sessions').click();
  const getCount = countRequests(page, '/api/user/sessions/end-others');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' });
  await confirm.evaluate((button: { click(): void }) => {
    button.click();
    button.click();
  });
  await expectNotice(page, 'Success', 'You have been signed out of 1 other session.');
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  expect(getCount()).toBe(1);
});

test('keeps a confirmation open until its result is known', async ({ system, page }) => {
  await openSecurityWithTwoSessions(page, system);
  const release = await holdRequests(page, '/api/user/sessions/end-others');
  await getButton(page, 'Sign out of all other sessions').click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(dialog.getByRole('button', { name: 'Signing out...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  release();
  await expectNotice(page, 'Success', 'You have been signed out of 1 other session.');
  await expect(dialog).toBeHidden();
});

test('keeps a form dialog open until its result is shown', async ({ system, page }) => {
  await signInAsOwner(page, system);
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await getButton(page, 'Add an authenticator app').click();
  const dialog = getDialog(page);
  const release = await holdRequests(page, '/api/user/second-factors/app');
  await dialog.getByLabel('Authentication code').fill('000000');
  await getButton(page, 'Add app').click();
  await expect(getButton(page, 'Adding...')).toBeDisabled();
  await expect(getButton(page, 'Cancel')).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog.getByText('This code is not valid or was already used.')).toBeVisible();
  await getButton(page, 'Cancel').click();
  await expect(dialog).toBeHidden();
  await expect(getButton(page, 'Add an authenticator app')).toBeFocused();
});
