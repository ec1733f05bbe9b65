import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { pauseService, sellLead, signInAsOwnerWithCard } from './agent-helpers.js';
import {
  BUSY,
  expectNotice,
  failLoads,
  failOnce,
  holdRequests,
  openPublicPage,
  signInAsOwner,
} from './helpers.js';
import {
  addApp,
  addAuthenticator,
  codeOf,
  enterPassword,
  expectEmail,
  expireProof,
  expireSecondStep,
  getButton,
  getDialog,
  getTwoStep,
} from './security-helpers.js';
import { expect, test } from './system.js';

const openSecurity = (page: Page, web: string) => page.goto(`${web}/settings?tab=security`);
const confirmRemoval = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
const signOut = (page: Page, web: string) => page.request.post(`${web}/api/auth/logout`, { data: {} });

test('adds an authenticator app, signs in with it and with a recovery code', async ({ system, page }) => {
  const { email, password } = await signInAsOwner(page, system);
  const { web } = system.urls;
  const release = await holdRequests(page, '/api/user/second-factors');
  await openSecurity(page, web);
  await expect(page.getByText('Loading sign-in methods...')).toBeVisible();
  release();
  await expect(getTwoStep(page).getByText('Two-step sign-in is off.')).toBeVisible();
  await failOnce(page, 'POST', '/api/user/second-factors/app/start');
  await getButton(page, 'Add an authenticator app').click();
  await expectNotice(page, 'Error', BUSY);

  await getButton(page, 'Add an authenticator app').click();
  const dialog = getDialog(page);
  await dialog.getByLabel('Name').fill('');
  await getButton(page, 'Add app').click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Enter the 6-digit code')).toBeVisible();
  await dialog.getByLabel('Name').fill('Phone');
  await dialog.getByLabel('Authentication code').fill('000 000');
  await getButton(page, 'Add app').click();
  await expect(
    dialog.getByText('This code is not valid or was already used. Please try another one.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(getButton(page, 'Add an authenticator app')).toBeFocused();

  const { secret, recoveryCodes } = await addApp(page, system, email, 'Phone');
  await expect(page.getByText('They are not shown again.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await getButton(page, 'Download').click();
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
  await getButton(page, 'I have saved them').click();
  await expect(getTwoStep(page).getByText('You have 10 recovery codes left.')).toBeVisible();
  await expectEmail(page, system, email, 'added to your account');

  await signOut(page, web);
  await enterPassword(page, system, email, password);
  const code = page.getByLabel('Authentication code');
  await expect(code).toBeFocused();
  await getButton(page, 'Verify').click();
  await expect(page.getByText('Enter the 6-digit code')).toBeVisible();
  await code.fill('000000');
  await getButton(page, 'Verify').click();
  await expect(page.getByText('This code is not valid or was already used.')).toBeVisible();
  await code.fill(codeOf(secret).replace(/^.../, '$& '));
  await getButton(page, 'Verify').click();
  await expectNotice(page, 'Success', 'You have been logged in.');
  await expect(page).toHaveURL(`${web}/dashboard`);

  await signOut(page, web);
  await enterPassword(page, system, email, password);
  await getButton(page, 'Use a recovery code').click();
  const recoveryCode = page.getByLabel('Recovery code');
  await recoveryCode.fill('too-short');
  await getButton(page, 'Verify').click();
  await expect(page.getByText('Enter a recovery code')).toBeVisible();
  await recoveryCode.fill(recoveryCodes[0]?.toUpperCase() ?? '');
  await getButton(page, 'Verify').click();
  await expect(page).toHaveURL(`${web}/dashboard`);
  await signOut(page, web);
  await enterPassword(page, system, email, password);
  await getButton(page, 'Use a recovery code').click();
  await recoveryCode.fill(recoveryCodes[0] ?? '');
  await getButton(page, 'Verify').click();
  await expect(page.getByText('This code is not valid or was already used.')).toBeVisible();
  await getButton(page, 'Start over').click();
  await expect(getButton(page, 'Sign In')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  await enterPassword(page, system, email, password);
  await expect(code).toBeVisible();
  await expireSecondStep(system, email);
  await code.fill(codeOf(secret, 1));
  await getButton(page, 'Verify').click();
  await expectNotice(page, 'Error', 'Your sign-in took too long. Please enter your password again.');
  await expect(getButton(page, 'Sign In')).toBeVisible();
});

test('adds a passkey, signs in with it alone and as the second step', async ({ system, page }) => {
  const { email, password } = await signInAsOwner(page, system);
  const { web } = system.urls;
  const removeAuthenticator = await addAuthenticator(page);
  await openSecurity(page, web);
  await getButton(page, 'Add a passkey').click();
  await getDialog(page).getByLabel('Name').fill('Laptop');
  // Browsers reject like this when the user closes the passkey dialog.
  const cancel =
    "(navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))) && 0";
  await page.evaluate(cancel);
  await getButton(page, 'Create passkey').click();
  await expect(getDialog(page).getByRole('alert')).toHaveText(
    'The passkey request was canceled or timed out.',
  );
  await page.evaluate('delete navigator.credentials.create && 0');
  await getButton(page, 'Create passkey').click();
  await expect(page.getByText('Save these codes now')).toBeVisible();
  await getButton(page, 'I have saved them').click();
  await expect(getTwoStep(page).getByText('Laptop')).toBeVisible();
  await getButton(page, 'Add a passkey').click();
  await getButton(page, 'Create passkey').click();
  await expect(getDialog(page).getByRole('alert')).toHaveText(
    'This device already has a passkey for your account.',
  );

  await signOut(page, web);
  await openPublicPage(page, `${web}/login`);
  await getButton(page, 'Use a passkey').click();
  await expect(page).toHaveURL(`${web}/dashboard`);

  await signOut(page, web);
  await enterPassword(page, system, email, password);
  await expect(getButton(page, 'Start over')).toBeVisible();
  await getButton(page, 'Use a passkey').click();
  await expect(page).toHaveURL(`${web}/dashboard`);

  await signOut(page, web);
  await openPublicPage(page, `${web}/login`);
  await failOnce(page, 'POST', '/api/auth/passkey');
  await getButton(page, 'Use a passkey').click();
  await expectNotice(page, 'Error', BUSY);
  await removeAuthenticator();
  await page.evaluate("Object.defineProperty(window, 'PublicKeyCredential', { value: undefined })");
  await getButton(page, 'Use a passkey').click();
  await expectNotice(page, 'Error', 'This browser does not support passkeys.');
});

test('renames and removes sign-in methods, and replaces the recovery codes', async ({ system, page }) => {
  const { email } = await signInAsOwner(page, system);
  const { web } = system.urls;
  const recover = await failLoads(page, '/api/user/second-factors');
  await openSecurity(page, web);
  await expect(page.getByText('Your sign-in methods could not be loaded.')).toBeVisible();
  await recover();
  await getButton(page, 'Try again').click();
  const { recoveryCodes } = await addApp(page, system, email, 'Phone');
  await getButton(page, 'I have saved them').click();

  await getButton(page, 'Rename Phone').click();
  await getDialog(page).getByLabel('Name').fill('Work phone');
  await getButton(page, 'Save').click();
  await expect(getTwoStep(page).getByText('Work phone')).toBeVisible();

  await getButton(page, 'Replace recovery codes').click();
  const codes = getDialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await codes.allTextContents()).not.toContain(recoveryCodes[0]);
  await getButton(page, 'I have saved them').click();

  await getButton(page, 'Remove Work phone').click();
  await expect(page.getByRole('alertdialog')).toContainText('It is your last method');
  await page.keyboard.press('Escape');
  await expect(getButton(page, 'Remove Work phone')).toBeFocused();
  await failOnce(page, 'POST', /\/remove$/);
  await getButton(page, 'Remove Work phone').click();
  await confirmRemoval(page);
  await expectNotice(page, 'Error', BUSY);
  await getButton(page, 'Remove Work phone').click();
  await confirmRemoval(page);
  await expectNotice(page, 'Success', 'Work phone has been removed.');
  await expect(getTwoStep(page).getByText('Two-step sign-in is off.')).toBeVisible();
  await expectEmail(page, system, email, 'removed from your account');
});

test('asks for the password or a second factor before an action that needs a recent proof', async ({
  system,
  page,
}) => {
  const { email, password } = await signInAsOwnerWithCard(page, system);
  const { web } = system.urls;
  await openSecurity(page, web);
  await expect(getTwoStep(page).getByText('Two-step sign-in is off.')).toBeVisible();
  await expireProof(system, email);
  await getButton(page, 'Add an authenticator app').click();
  const dialog = getDialog(page);
  await expect(dialog.getByRole('heading', { name: "Confirm that it's you" })).toBeVisible();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await getButton(page, 'Cancel').click();
  await expectNotice(page, 'Error', 'Please confirm that it is you to continue.');
  // Cancel works even while the confirmation loads: a phone has no Escape key.
  const release = await holdRequests(page, '/api/auth/reauthenticate/options');
  await getButton(page, 'Add an authenticator app').click();
  await expect(dialog.getByText('Loading...')).toBeVisible();
  await getButton(page, 'Cancel').click();
  await expect(dialog).toBeHidden();
  await expect(getButton(page, 'Add an authenticator app')).toBeEnabled();
  release();
  await failOnce(page, 'POST', '/api/auth/reauthenticate/options');
  await getButton(page, 'Add an authenticator app').click();
  await expect(dialog.getByText('The confirmation could not be started.')).toBeVisible();
  await getButton(page, 'Try again').click();
  await getButton(page, 'Confirm').click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await getButton(page, 'Confirm').click();
  await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await getButton(page, 'Confirm').click();
  await expect(dialog.getByRole('heading', { name: 'Add an authenticator app' })).toBeVisible();
  await page.keyboard.press('Escape');

  const { secret } = await addApp(page, system, email, 'Phone');
  await getButton(page, 'I have saved them').click();
  await sellLead(page, system);
  await pauseService(page, system);
  await expireProof(system, email);
  await page.goto(`${web}/dashboard`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await expect(dialog.getByLabel('Authentication code')).toBeVisible();
  await dialog.getByLabel('Authentication code').fill(codeOf(secret));
  await getButton(page, 'Confirm').click();
  expect((await downloading).suggestedFilename()).toMatch(/^leads-.*\.csv$/);
});

test('signs out everywhere', async ({ system, page, playwright }) => {
  const { email, password } = await signInAsOwner(page, system);
  const { web } = system.urls;
  const other = await playwright.request.newContext();
  await other.post(`${web}/api/auth/login`, { data: { email, password } });
  await openSecurity(page, web);
  const open = getButton(page, 'Sign out everywhere');
  await open.click();
  const dialog = page.getByRole('alertdialog');
  await failOnce(page, 'POST', '/api/user/sessions/end-all');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectNotice(page, 'Error', BUSY);
  await open.click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(`${web}/login`);
  for (const request of [page.request, other])
    expect((await request.get(`${web}/api/auth/user`)).status()).toBe(401);
});

test('two-step sign-in is accessible on phone and desktop', async ({ system, page }) => {
  const { email, password } = await signInAsOwner(page, system);
  const { web } = system.urls;
  await addAuthenticator(page);
  await openSecurity(page, web);
  await expect(getTwoStep(page).getByText('Two-step sign-in is off.')).toBeVisible();
  await expectAccessibleLayout(page);
  await getButton(page, 'Add an authenticator app').click();
  await expect(getButton(page, 'Add app')).toBeVisible();
  await expectAccessibleLayout(page);
  await page.keyboard.press('Escape');
  await addApp(page, system, email, 'Authenticator on a phone with a long name');
  await expectAccessibleLayout(page);
  await getButton(page, 'I have saved them').click();
  await getButton(page, 'Add a passkey').click();
  await expect(getButton(page, 'Create passkey')).toBeVisible();
  await expectAccessibleLayout(page);
  await getButton(page, 'Create passkey').click();
  await expect(getButton(page, 'Remove Passkey')).toBeVisible();
  await expectAccessibleLayout(page);

  await expireProof(system, email);
  await getButton(page, 'Replace recovery codes').click();
  await expect(getButton(page, 'Confirm')).toBeVisible();
  await expectAccessibleLayout(page);
  await signOut(page, web);
  await enterPassword(page, system, email, password);
  await expect(getButton(page, 'Verify')).toBeVisible();
  await expectAccessibleLayout(page);
});
