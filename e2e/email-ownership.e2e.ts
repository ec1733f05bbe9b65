import type { Page } from '@playwright/test';
import { expectAccessibleLayout } from './accessibility.js';
import { pauseService, sellLead, signInAsNewBuyer } from './agent-helpers.js';
import { queryDatabase } from './database.js';
import {
  BUSY,
  expectNotice,
  failOnce,
  holdRequests,
  listEmails,
  newEmail,
  openPublicPage,
  PASSWORD,
  signInAsNewAgent,
  signInAsOwner,
  waitForLink,
} from './helpers.js';
import { expect, type System, test } from './system.js';

const NEW_PASSWORD = 'brisk-lantern-8830';
const getButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ASK = 'Confirm your email address';

/** Fills in the sign-in form that is shown. */
async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

/** Asks for a new address in the settings and opens the link that arrives there. */
async function changeAddress(page: Page, system: System): Promise<string> {
  const address = newEmail();
  await page.goto(`${system.urls.web}/settings`);
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Current Password').fill(PASSWORD);
  await getButton(page, 'Save Changes').click();
  await expectNotice(page, 'Profile updated');
  await page.goto(await waitForLink(page.request, system, address, '/confirm-email'));
  await getButton(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  return address;
}

test('asks on the dashboard to confirm the address, and sends another link', async ({ system, page }) => {
  const { email } = await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(page.getByText(ASK)).toBeVisible();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();

  const resend = getButton(page, 'Send a new link');
  await failOnce(page, 'POST', '/api/user/resend-confirmation');
  await resend.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: BUSY })).toBeVisible();
  await expectAccessibleLayout(page);
  const release = await holdRequests(page, '/api/user/resend-confirmation');
  await resend.click();
  await expect(getButton(page, 'Sending...')).toBeDisabled();
  release();
  await expect(page.getByRole('status').filter({ hasText: 'We emailed you a new link.' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: BUSY })).toBeHidden();

  await page.goto(await waitForLink(page.request, system, email, '/confirm-email'));
  await expect(page).toHaveURL(`${system.urls.web}/confirm-email`);
  await getButton(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText(ASK)).toBeHidden();
});

test('notices on return to the dashboard that the address was confirmed in another tab', async ({
  system,
  page,
}) => {
  const { email } = await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(page.getByText(ASK)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(await waitForLink(page.request, system, email, '/confirm-email'));
  await getButton(other, 'Confirm Email').click();
  await expect(other.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await other.close();
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await expect(page.getByText(ASK)).toBeHidden();
});

test('shows a confirmation that came after the page had read the user', async ({ system, page }) => {
  const { email } = await signInAsNewAgent(page, system);
  const link = await waitForLink(page.request, system, email, '/confirm-email');
  const { promise: isConfirmed, resolve } = Promise.withResolvers<undefined>();
  await page.route(
    '**/api/auth/user',
    async (route) => {
      const response = await route.fetch();
      await isConfirmed;
      // The page may have canceled this request.
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await page.goto(link);
  await getButton(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  resolve(undefined);
  await page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText(ASK)).toBeHidden();
});

test('asks a signed-out visitor to sign in before the address is confirmed', async ({
  system,
  page,
  context,
}) => {
  const { email } = await signInAsNewAgent(page, system);
  await context.clearCookies();
  await page.goto(await waitForLink(page.request, system, email, '/confirm-email'));
  await getButton(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Sign in to confirm' })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await signInByForm(page, email, PASSWORD);
  await expect(page).toHaveURL(`${system.urls.web}/confirm-email`);
  await getButton(page, 'Confirm Email').click();
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
});

test('shows of each link in the same tab only its own result', async ({ system, page }) => {
  const { email } = await signInAsNewAgent(page, system);
  const address = `${system.urls.web}/confirm-email`;
  const expectOutcome = async (link: string, outcome: string) => {
    await page.goto(link);
    // No link stays in the history.
    await expect(page).toHaveURL(address);
    await getButton(page, 'Confirm Email').click();
    await expect(page.getByRole('heading', { name: outcome })).toBeVisible();
  };
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await expectOutcome(`${address}#token=not-one-of-ours`, 'Link expired');
  await expectOutcome(await waitForLink(page.request, system, email, '/confirm-email'), 'Email confirmed');
  await expectOutcome(`${address}#token=another-not-of-ours`, 'Link expired');
});

test('asks for the card when the password is reset from an address that a mail server refused', async ({
  system,
  page,
}) => {
  const { email } = await signInAsNewBuyer(page, system);
  await queryDatabase(
    system,
    "UPDATE accounts.users SET email_confirmed_at = now() - interval '1 hour', email_bounced_at = now() WHERE email = $1",
    [email],
  );
  await pauseService(page, system);
  await page.context().clearCookies();
  await page.request.post(`${system.urls.web}/api/auth/forgot-password`, { data: { email } });
  await openPublicPage(page, await waitForLink(page.request, system, email, '/reset-password'));
  const digits = page.getByLabel('Last Four Digits of Your Card');
  await page.getByLabel('New Password').fill(NEW_PASSWORD);
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
  await expect(digits).toBeHidden();
  await getButton(page, 'Save New Password').click();
  await expect(digits).toBeFocused();
  await expect(
    page.getByText('Enter the last four digits of the card on your account.').last(),
  ).toBeVisible();
  await expectAccessibleLayout(page);
  await digits.fill('12');
  await getButton(page, 'Save New Password').click();
  await expect(page.getByText('Enter the last four digits of your card')).toBeVisible();
  await digits.fill('0000');
  await getButton(page, 'Save New Password').click();
  await expect(
    page.getByText('These digits are not those of the card on your account.').last(),
  ).toBeVisible();
  await digits.fill('4242');
  await getButton(page, 'Save New Password').click();
  await expect(page).toHaveURL(`${system.urls.web}/login`);
  await signInByForm(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  // The link and the card together show who owns the address.
  await expect(page.getByText(ASK)).toBeHidden();
});

test('lets the owner of the previous address take the account back', async ({ system, page, browser }) => {
  const { email } = await signInAsOwner(page, system);
  const stolen = await changeAddress(page, system);

  const owner = await browser.newPage();
  const link = await waitForLink(owner.request, system, email, '/undo-email-change');
  await owner.goto(link);
  await expect(owner).toHaveURL(`${system.urls.web}/undo-email-change`);
  // Opening the link changes nothing, because mail scanners do it too.
  expect((await page.request.get(`${system.urls.web}/api/auth/user`)).status()).toBe(200);
  await getButton(owner, 'Undo the Change').click();
  await expect(owner.getByRole('heading', { name: 'Change undone' })).toBeVisible();
  await expectAccessibleLayout(owner);
  expect((await page.request.get(`${system.urls.web}/api/auth/user`)).status()).toBe(401);

  await openPublicPage(owner, await waitForLink(owner.request, system, email, '/reset-password'));
  await owner.getByLabel('New Password').fill(NEW_PASSWORD);
  await owner.getByLabel('Confirm Password').fill(NEW_PASSWORD);
  await getButton(owner, 'Save New Password').click();
  await expect(owner).toHaveURL(`${system.urls.web}/login`);
  await signInByForm(owner, stolen, PASSWORD);
  await expectNotice(owner, 'Error', 'Invalid email or password');
  await signInByForm(owner, email, NEW_PASSWORD);
  await expect(owner.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await owner.goto('about:blank');
  await owner.goto(link);
  await getButton(owner, 'Undo the Change').click();
  await expect(owner.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await owner.close();
});

test('emails a lead in full within the time to confirm', async ({ system, page }) => {
  const { email } = await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await expect
    .poll(async () => JSON.stringify(await listEmails(page.request, system, email)))
    .toContain(lead.name);
  await pauseService(page, system);
});
