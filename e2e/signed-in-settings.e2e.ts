import type { Page } from '@playwright/test';
import { expectNoOverflow, expectNoViolations } from './accessibility.js';
import {
  asNewAgent,
  BUSY,
  expectNotice,
  failOnce,
  hold,
  mailTo,
  newAddress,
  PASSWORD,
  signIn,
} from './people.js';
import { expect, test } from './system.js';

const NEW_PASSWORD = 'brisk-lantern-8830';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
/** What was read for a page just now is not read again for the next one. */
const grownStale = (page: Page) =>
  expect.poll(() => page.evaluate<number>('performance.now()')).toBeGreaterThan(3_000);
const save = (page: Page) => button(page, 'Save Changes').click();

test('the settings are read anew, and say so; the tab stands in the address', async ({ system, page }) => {
  await asNewAgent(page, system);
  await page.goto(`${system.urls.web}/integrations`);
  await expect(button(page, 'Request Integration').first()).toBeVisible();
  await grownStale(page);
  const letGo = await hold(page, '/api/auth/user');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByText('Loading settings...')).toBeVisible();
  letGo();
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');
  await expect(page.getByText('Loading settings...')).toBeHidden();

  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Billing', 'Security']);
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Profile').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${system.urls.web}/settings?tab=billing`);
  await expect(tab(page, 'Billing')).toBeFocused();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(`${system.urls.web}/settings?tab=security`);
  await page.reload();
  await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(tab(page, 'Billing')).toHaveAttribute('aria-selected', 'true');

  await page.goto(`${system.urls.web}/integrations`);
  await grownStale(page);
  await failOnce(page, 'GET', '/api/auth/user');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Your settings could not be loaded.')).toBeVisible();
  await button(page, 'Try again').click();
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');
});

test('profile: rules, failure, success', async ({ system, page }) => {
  await asNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByText('Company Name (Optional)')).toBeVisible();
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone']) await page.getByLabel(label).fill('');
  await save(page);
  for (const message of [
    'First name is required',
    'Last name is required',
    'Invalid email address',
    'Phone number must be at least 10 digits',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await page.getByLabel('First Name').fill('Honor');
  await expect(page.getByText('First name is required')).toBeHidden();
  await page.getByLabel('Last Name').fill('Quist');
  await page.getByLabel('Phone').fill('5125550');
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible();
  await page.getByLabel('Phone').fill('(512) 555-0148');
  await page.getByLabel('Company Name').fill('');

  await page.getByLabel('Email').fill('grace@example.com');
  await save(page);
  await expectNotice(page, 'Error', 'Failed to update profile');
  await expect(
    page.getByText('This email is already registered. Please use a different email or log in.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  const address = newAddress();
  await page.getByLabel('Email').fill(address);
  await failOnce(page, 'PATCH', '/api/user/profile');
  await save(page);
  await expectNotice(page, 'Error', 'Failed to update profile');
  await expect(page.getByRole('main').getByText(BUSY)).toBeVisible();

  const letGo = await hold(page, '/api/user/profile');
  await save(page);
  await expect(button(page, 'Saving...')).toBeDisabled();
  letGo();
  await expectNotice(page, 'Profile updated', 'Your profile information has been saved.');
  await expect(page.getByRole('main').getByText(BUSY)).toBeHidden();
  await expect(page.getByText('Honor Quist')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Honor');
  await expect(page.getByLabel('Company Name')).toHaveValue('');
});

test('a new e-mail address is in use once its mail is confirmed', async ({ system, page }) => {
  const { email } = await asNewAgent(page, system);
  const address = newAddress();
  await page.goto(`${system.urls.web}/settings`);
  await page.getByLabel('Email').fill(address);
  await save(page);
  await expectNotice(page, 'Profile updated');
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  await expect(page.getByRole('main').getByText(address)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  const link = /https?:\S+\/confirm-email#token=[\w-]+/.exec(await mailTo(page, system, address))?.[0];
  await page.goto(link ?? '');
  await button(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByLabel('Email')).toHaveValue(address);
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
});

test('security: change the password, and sign out everywhere else', async ({ system, page, playwright }) => {
  const { email } = await asNewAgent(page, system);
  const elsewhere = async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    const request = await playwright.request.newContext({ userAgent });
    await signIn(request, system, { email, password: PASSWORD });
    const isIn = async () => (await request.get(`${system.urls.web}/api/auth/user`)).ok();
    expect(await isIn()).toBe(true);
    return isIn;
  };
  const phone = await elsewhere();
  await failOnce(page, 'GET', '/api/user/sessions');
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await expect(page.getByText('Your sessions could not be loaded.')).toBeVisible();
  await button(page, 'Try again').click();
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  await expect(sessions.filter({ hasText: 'Safari on iPhone' })).toContainText('Last used');

  const signOut = button(page, 'Sign out of all other sessions');
  await signOut.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signOut).toBeFocused();
  await failOnce(page, 'POST', '/api/user/sessions/end-others');
  await signOut.click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expectNotice(page, 'Error', BUSY);
  expect(await phone()).toBe(true);
  await signOut.click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expectNotice(page, 'Success', 'You have been signed out of 1 other session.');
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  expect(await phone()).toBe(false);

  const tablet = await elsewhere();
  const change = async (current: string, password: string, again = password) => {
    await page.getByLabel('Current Password').fill(current);
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(again);
    await button(page, 'Change Password').click();
  };
  await change('', 'short', 'other');
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await change('not-the-password', NEW_PASSWORD);
  await expectNotice(page, 'Error', 'Your current password is incorrect.');
  await expect(page.getByLabel('Current Password')).toBeFocused();
  await failOnce(page, 'POST', '/api/user/change-password');
  await change(PASSWORD, NEW_PASSWORD);
  await expectNotice(page, 'Error', BUSY);
  await change(PASSWORD, 'password123');
  await expectNotice(page, 'Error', 'This password is too common. Please choose a different one.');
  expect(await tablet()).toBe(true);
  await change(PASSWORD, NEW_PASSWORD);
  await expectNotice(
    page,
    'Success',
    'Your password has been changed. You have been signed out everywhere else.',
  );
  await expect(page.getByLabel('New Password')).toHaveValue('');
  expect(await tablet()).toBe(false);
  await expect(sessions).toHaveCount(1);
  await signIn(page.request, system, { email, password: NEW_PASSWORD });
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`${colorScheme} mode`, () => {
    test.use({ colorScheme });
    test('the settings are accessible on a phone and on a wide screen, whatever they show', async ({
      system,
      page,
      playwright,
    }) => {
      const person = await asNewAgent(page, system, 'pm_card_visa');
      await signIn(await playwright.request.newContext(), system, person);
      const check = async () => {
        await expectNoOverflow(page);
        await expectNoViolations(page);
      };
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`${system.urls.web}/settings`);
        await expect(button(page, 'Save Changes')).toBeVisible();
        await check();
        await failOnce(page, 'PATCH', '/api/user/profile');
        await save(page);
        await expect(page.getByRole('main').getByText(BUSY)).toBeVisible();
        await page.getByLabel('First Name').fill('');
        await expect(page.getByText('First name is required')).toBeVisible();
        await check();

        await page.goto(`${system.urls.web}/settings?tab=billing`);
        await expect(page.getByText('Visa ending in 4242')).toBeVisible();
        await check();
        await button(page, 'Replace Card').click();
        await expect(page.getByLabel('Card number')).toBeVisible();
        await check();

        await page.goto(`${system.urls.web}/settings?tab=security`);
        await expect(page.getByText('This device')).toBeVisible();
        await check();
        await button(page, 'Sign out of all other sessions').click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await check();
      }
    });
  });
