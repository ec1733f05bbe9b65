import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { pauseService } from './agent-helpers.js';
import {
  signInAsNewAgent,
  BUSY,
  expectNotice,
  failLoads,
  failOnce,
  holdRequests,
  newEmail,
  PASSWORD,
  signIn,
  waitForLink,
} from './helpers.js';
import { expect, test } from './system.js';

const NEW_PASSWORD = 'brisk-lantern-8830';
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const getTab = (page: Page, name: string) => page.getByRole('tab', { name });
/** Waits past the cache lifetime of the user that this page loaded, within which the next page would not load it again. */
async function waitUntilStale(page: Page): Promise<void> {
  await expect(getButton(page, 'Request Integration').first()).toBeVisible();
  const shownAtMs = await page.evaluate<number>('performance.now()');
  await expect.poll(() => page.evaluate<number>('performance.now()')).toBeGreaterThan(shownAtMs + 2_100);
}
const clickSave = (page: Page) => getButton(page, 'Save Changes').click();

test('reloads stale settings and keeps the tab in the URL', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/integrations`);
  await waitUntilStale(page);
  const release = await holdRequests(page, '/api/auth/user');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByText('Loading settings...')).toBeVisible();
  release();
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');
  await expect(page.getByText('Loading settings...')).toBeHidden();

  await expect(page.getByRole('tab')).toHaveText([
    'Profile',
    'Billing',
    'Filters',
    'Notifications',
    'Security',
  ]);
  await expect(getTab(page, 'Profile')).toHaveAttribute('aria-selected', 'true');
  await getTab(page, 'Profile').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${system.urls.web}/settings?tab=billing`);
  await expect(getTab(page, 'Billing')).toBeFocused();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(`${system.urls.web}/settings?tab=security`);
  await page.reload();
  await expect(getTab(page, 'Security')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(getTab(page, 'Billing')).toHaveAttribute('aria-selected', 'true');

  await page.goto(`${system.urls.web}/integrations`);
  await waitUntilStale(page);
  const recover = await failLoads(page, '/api/auth/user');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Your settings could not be loaded.')).toBeVisible();
  await recover();
  await getButton(page, 'Try again').click();
  await expect(page.getByLabel('First Name')).toHaveValue('Nora');
});

test('validates and saves the profile', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByText('Company Name (Optional)')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toBeHidden();
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone']) await page.getByLabel(label).fill('');
  await clickSave(page);
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

  await page.getByLabel('Email').fill(newEmail());
  await clickSave(page);
  await expectNotice(page, 'Error', 'Failed to update profile');
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expect(page.getByLabel('Current Password')).toBeFocused();
  await page.getByLabel('Current Password').fill('not-the-password');
  await clickSave(page);
  await expect(page.getByText('Your current password is incorrect.')).toBeVisible();

  await page.getByLabel('Current Password').fill(PASSWORD);
  await failOnce(page, 'PATCH', '/api/user/profile');
  await clickSave(page);
  await expectNotice(page, 'Error', 'Failed to update profile');
  await expect(page.getByRole('main').getByText(BUSY)).toBeVisible();

  const release = await holdRequests(page, '/api/user/profile');
  await clickSave(page);
  await expect(getButton(page, 'Saving...')).toBeDisabled();
  release();
  await expectNotice(page, 'Profile updated', 'Your profile information has been saved.');
  await expect(page.getByRole('main').getByText(BUSY)).toBeHidden();
  await expect(page.getByText('Honor Quist')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name')).toHaveValue('Honor');
  await expect(page.getByLabel('Company Name')).toHaveValue('');
});

test('changes the email address after confirmation', async ({ system, page }) => {
  const { email } = await signInAsNewAgent(page, system);
  const address = newEmail();
  await page.goto(`${system.urls.web}/settings`);
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Current Password').fill(PASSWORD);
  await clickSave(page);
  await expectNotice(page, 'Profile updated');
  await expect(page.getByLabel('Current Password')).toBeHidden();
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  await expect(page.getByRole('main').getByText(address)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await page.goto(await waitForLink(page.request, system, address, '/confirm-email'));
  await getButton(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByLabel('Email')).toHaveValue(address);
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
});

test('changes the password and signs out all other sessions', async ({ system, page, playwright }) => {
  const { email } = await signInAsNewAgent(page, system);
  const signInElsewhere = async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    const request = await playwright.request.newContext({ userAgent });
    await signIn(request, system, { email, password: PASSWORD });
    const isSignedIn = async () => (await request.get(`${system.urls.web}/api/auth/user`)).ok();
    expect(await isSignedIn()).toBe(true);
    return isSignedIn;
  };
  const isPhoneSignedIn = await signInElsewhere();
  const recover = await failLoads(page, '/api/user/sessions');
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await expect(page.getByText('Your sessions could not be loaded.')).toBeVisible();
  await recover();
  await getButton(page, 'Try again').click();
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  await expect(sessions.filter({ hasText: 'Safari on iPhone' })).toContainText('Last used');

  const isOtherPhoneSignedIn = await signInElsewhere();
  await page.reload();
  await expect(sessions).toHaveCount(3);
  const signOutPhone = page.getByRole('button', { name: 'Sign out of Safari on iPhone' }).first();
  await failOnce(page, 'POST', '/api/user/sessions/end');
  await signOutPhone.click();
  await expectNotice(page, 'Error', BUSY);
  await signOutPhone.click();
  await expectNotice(page, 'Success', 'Safari on iPhone has been signed out.');
  await expect(sessions).toHaveCount(2);
  // The most recently used one was ended.
  expect(await isOtherPhoneSignedIn()).toBe(false);

  const signOut = getButton(page, 'Sign out of all other sessions');
  await signOut.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signOut).toBeFocused();
  await failOnce(page, 'POST', '/api/user/sessions/end-others');
  await signOut.click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expectNotice(page, 'Error', BUSY);
  expect(await isPhoneSignedIn()).toBe(true);
  await signOut.click();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expectNotice(page, 'Success', 'You have been signed out of 1 other session.');
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  expect(await isPhoneSignedIn()).toBe(false);

  const isTabletSignedIn = await signInElsewhere();
  const changePassword = async (current: string, password: string, again = password) => {
    await page.getByLabel('Current Password').fill(current);
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(again);
    await getButton(page, 'Change Password').click();
  };
  await changePassword('', 'short', 'other');
  await expect(page.getByText('Current password is required')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await changePassword('not-the-password', NEW_PASSWORD);
  await expectNotice(page, 'Error', 'Your current password is incorrect.');
  await expect(page.getByLabel('Current Password')).toBeFocused();
  await failOnce(page, 'POST', '/api/user/change-password');
  await changePassword(PASSWORD, NEW_PASSWORD);
  await expectNotice(page, 'Error', BUSY);
  await changePassword(PASSWORD, 'password123');
  await expectNotice(page, 'Error', 'This password is too common. Please choose a different one.');
  expect(await isTabletSignedIn()).toBe(true);
  await changePassword(PASSWORD, NEW_PASSWORD);
  await expectNotice(
    page,
    'Success',
    'Your password has been changed. You have been signed out everywhere else.',
  );
  await expect(page.getByLabel('New Password')).toHaveValue('');
  expect(await isTabletSignedIn()).toBe(false);
  await expect(sessions).toHaveCount(1);
  await signIn(page.request, system, { email, password: NEW_PASSWORD });
});

test('every settings tab is accessible on phone and desktop', async ({ system, page, playwright }) => {
  const { web } = system.urls;
  const credentials = await signInAsNewAgent(page, system, 'pm_card_visa');
  const otherDevice = await playwright.request.newContext();
  await signIn(otherDevice, system, credentials);
  await otherDevice.dispose();
  await page.goto(`${web}/settings`);
  await expect(getButton(page, 'Save Changes')).toBeVisible();
  await failOnce(page, 'PATCH', '/api/user/profile');
  await clickSave(page);
  await expect(page.getByRole('main').getByText(BUSY)).toBeVisible();
  await page.getByLabel('First Name').fill('');
  await expect(page.getByText('First name is required')).toBeVisible();
  await expectAccessibleLayout(page);

  await page.goto(`${web}/settings?tab=billing`);
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expectAccessibleLayout(page);
  await getButton(page, 'Replace Card').click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAccessibleLayout(page);

  await page.goto(`${web}/settings?tab=security`);
  await expect(page.getByText('This device')).toBeVisible();
  await getButton(page, 'Sign out of all other sessions').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleLayout(page);
  await pauseService(page, system);
});
