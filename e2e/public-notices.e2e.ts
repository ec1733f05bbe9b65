import type { Page } from '@playwright/test';
import { pauseService } from './agent-helpers.js';
import { expect, test } from './system.js';
import { expectNotice, getToast, holdRequests, newEmail, openPublicPage, PASSWORD } from './helpers.js';
import {
  newApplicant,
  completeStep,
  expectStep,
  failOnceWithBare500,
  fillCard,
  clickContinue,
  signUpUntil,
} from './sign-up-helpers.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.';
const TAKEN = 'This email is already registered. Please use a different email or log in.';
const TOO_COMMON = 'This password is too common. Please choose a different one.';
const FAILED = 'Failed to complete registration';

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

test('shows server and connection errors on sign-in, then success', async ({ system, page }) => {
  const agent = system.seeded.signIns.find(({ email }) => email === 'omar@example.com');
  const submit = page.getByRole('button', { name: 'Sign In' });
  await openPublicPage(page, `${system.urls.web}/login`);
  await fillIn(page, { Email: 'omar@example.com', Password: 'not-the-password' });
  await submit.click();
  await expectNotice(page, 'Error', 'Invalid email or password');

  await failOnceWithBare500(page, '/api/auth/login');
  await submit.click();
  await expectNotice(page, 'Error', UNREACHABLE);

  // Waits for the failed request, because the next route must not intercept it. The earlier notice has the same text.
  const aborted = page.waitForEvent('requestfailed');
  await page.route('**/api/auth/login', (route) => route.abort(), { times: 1 });
  await submit.click();
  await aborted;
  await expectNotice(page, 'Error', UNREACHABLE);

  // A new attempt hides the old notice before the response arrives.
  await page.getByLabel('Password').fill(agent?.password ?? '');
  const release = await holdRequests(page, '/api/auth/login');
  await submit.click();
  await expect(getToast(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  release();
  await expectNotice(page, 'Success', 'You have been logged in.');
});

test('shows registration errors at the field and as a notice, then success', async ({ system, page }) => {
  const submit = page.getByRole('button', { name: 'Create Account' });
  await openPublicPage(page, `${system.urls.web}/register`);
  await fillIn(page, {
    'First Name': 'Ida',
    'Last Name': 'Reed',
    Email: 'grace@example.com',
    Phone: '(512) 555-0143',
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
  });
  await submit.click();
  await expectNotice(page, 'Error', TAKEN);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(TAKEN);

  await fillIn(page, { Email: newEmail(), Password: 'password1', 'Confirm Password': 'password1' });
  await submit.click();
  await expectNotice(page, 'Error', TOO_COMMON);

  await fillIn(page, { Password: PASSWORD, 'Confirm Password': PASSWORD });
  await failOnceWithBare500(page, '/api/auth/register');
  await submit.click();
  await expectNotice(page, 'Error', FAILED);

  await submit.click();
  await expectNotice(page, 'Success', 'Your account has been created. You are now logged in.');
});

test('shows server failures on password reset and email confirmation', async ({ system, page }) => {
  const { web } = system.urls;
  await openPublicPage(page, `${web}/forgot-password`);
  await page.getByLabel('Email').fill(newEmail());
  await failOnceWithBare500(page, '/api/auth/forgot-password');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Check your email');

  await openPublicPage(page, `${web}/reset-password#token=not-one-of-ours`);
  await fillIn(page, { 'New Password': PASSWORD, 'Confirm Password': PASSWORD });
  await failOnceWithBare500(page, '/api/auth/reset-password');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', 'This link is no longer valid. Please request a new one.');
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();

  await page.goto(`${web}/confirm-email#token=not-one-of-ours`);
  await failOnceWithBare500(page, '/api/auth/confirm-email');
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();

  await page.goto(`${web}/undo-email-change#token=not-one-of-ours`);
  await failOnceWithBare500(page, '/api/auth/undo-email-change');
  await page.getByRole('button', { name: 'Undo the Change' }).click();
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.getByRole('button', { name: 'Undo the Change' }).click();
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
});

test('shows each failed sign-up save and continues on the next attempt', async ({ system, page }) => {
  await signUpUntil(page, system.urls.web, 'cc', newApplicant(), async (step) => {
    if (step === 'start' || step === 'delivery') {
      await failOnceWithBare500(page, '/api/get-started/save');
      await completeStep(page, step, newApplicant());
      await expectNotice(page, 'Error', UNREACHABLE);
      await expectStep(page, step);
    }
    if (step === 'contact') {
      await fillIn(page, { Email: newEmail(), Phone: '(512) 555-0146' });
      await failOnceWithBare500(page, '/api/check-email');
      await clickContinue(page);
      await expectNotice(page, 'Error', 'Failed to validate email');
      await page.getByLabel('Email').fill('grace@example.com');
      await clickContinue(page);
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(TAKEN);
      await expect(getToast(page)).toBeHidden();
    }
    if (step === 'security') {
      await fillIn(page, { Password: PASSWORD, 'Confirm Password': PASSWORD });
      await failOnceWithBare500(page, '/api/get-started/setup-payment');
      await clickContinue(page);
      await expectNotice(page, 'Error', 'Failed to initialize payment form');
    }
  });
});

test('shows provider messages, an unfinished card setup, and unexpected failures', async ({
  system,
  page,
}) => {
  await signUpUntil(page, system.urls.web, 'cc');
  await clickContinue(page);
  await expectNotice(page, 'Error', 'Your card number is incomplete.');

  await fillCard(page, '4000000000009995');
  await clickContinue(page);
  await expectNotice(page, 'Error', 'Your card has insufficient funds.');
  await expect(page.getByRole('main')).toContainText('Your card has insufficient funds.');

  await fillCard(page, '4242424242424242');
  const confirmation = /\/v1\/setup_intents\/\w+\/confirm$/;
  await page.route(
    confirmation,
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), status: 'processing' } });
    },
    { times: 1 },
  );
  await clickContinue(page);
  await expectNotice(page, 'Error', 'Payment setup was not successful');

  await page.route(confirmation, (route) => route.fulfill({ json: null }), { times: 1 });
  await clickContinue(page);
  await expectNotice(page, 'Error', FAILED);
  await expectStep(page, 'cc');

  // The first attempt has succeeded; only its answer did not say so.
  await clickContinue(page);
  await expectStep(page, 'daily-limit');
});

test('handles a failed and then a completed bank authentication', async ({ system, page }) => {
  await signUpUntil(page, system.urls.web, 'cc');
  await fillCard(page, '4000002500003155');
  await clickContinue(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click();
  await expect(getToast(page)).toContainText('authenticat');
  await expectStep(page, 'cc');
  await clickContinue(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expectStep(page, 'daily-limit');
});

test('returns to the step that can fix an activation error', async ({ system, page, playwright }) => {
  const { web } = system.urls;
  const agent = await signUpUntil(page, web, 'activate');
  const activate = () => completeStep(page, 'activate', agent);
  const continueToActivate = async (): Promise<void> => {
    while (!(await page.getByRole('button', { name: 'ACTIVATE' }).isVisible())) {
      const shown = await page.getByRole('heading', { level: 1 }).textContent();
      await clickContinue(page);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(shown ?? '');
    }
  };

  await failOnceWithBare500(page, '/api/get-started/complete');
  await activate();
  await expectNotice(page, 'Error', FAILED);
  await expectStep(page, 'activate');

  await page.route(
    '**/api/get-started/complete',
    (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: { status: 422, code: 'COMMON_PASSWORD', detail: TOO_COMMON, errors: [] },
      }),
    { times: 1 },
  );
  await activate();
  await expectNotice(page, 'Error', TOO_COMMON);
  await expectStep(page, 'security');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await fillIn(page, { Password: PASSWORD, 'Confirm Password': PASSWORD });
  await continueToActivate();

  // Another account registers the same email in the meantime.
  const other = await playwright.request.newContext();
  const registered = await other.post(`${web}/api/auth/register`, {
    data: { ...agent, confirmPassword: PASSWORD },
  });
  expect(registered.ok()).toBe(true);
  await other.dispose();
  await activate();
  await expectNotice(page, 'Error', TAKEN);
  await expectStep(page, 'contact');
  await page.getByLabel('Email').fill(newEmail());
  await continueToActivate();
  await activate();
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await expect(getToast(page)).toBeHidden();
});

test('shows the refusal of a common password next to its field, in its own step', async ({
  system,
  page,
}) => {
  const agent = await signUpUntil(page, system.urls.web, 'security');
  const field = page.getByLabel('Password', { exact: true });
  // Attackers would try the address, too.
  for (const common of ['password1', agent.email]) {
    await completeStep(page, 'security', { ...agent, password: common });
    await expect(field).toHaveAccessibleDescription(new RegExp(TOO_COMMON));
    await expect(field).toBeFocused();
    await expectStep(page, 'security');
  }
  await expect(getToast(page)).toBeHidden();
  await completeStep(page, 'security', agent);
  await expectStep(page, 'cc');
});

test('asks for a card again when activation rejects the card setup', async ({ system, page }) => {
  const agent = await signUpUntil(page, system.urls.web, 'daily-limit');
  await page.evaluate(`{
    const draft = JSON.parse(sessionStorage.getItem('desk.sign-up'));
    sessionStorage.setItem('desk.sign-up', JSON.stringify({ ...draft, setupIntentId: 'seti_nobodys' }));
  }`);
  await page.reload();
  await completeStep(page, 'security', agent);
  await expectStep(page, 'daily-limit');
  await clickContinue(page);
  await completeStep(page, 'activate', agent);
  await expectNotice(page, 'Error', 'Payment setup was not successful');
  await expectStep(page, 'cc');

  await failOnceWithBare500(page, '/api/get-started/setup-payment');
  await page.getByRole('button', { name: 'Enter a card' }).click();
  await expectNotice(page, 'Error', 'Failed to initialize payment form');
  await page.getByRole('button', { name: 'Enter a card' }).click();
  await completeStep(page, 'cc', agent);
  await expectStep(page, 'daily-limit');
  await clickContinue(page);
  await completeStep(page, 'activate', agent);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
});

test('restarts an expired sign-up and keeps the entered name', async ({ system, page }) => {
  await signUpUntil(page, system.urls.web, 'name');
  await page.evaluate(
    `sessionStorage.setItem('desk.sign-up', JSON.stringify({ sessionId: 'x'.repeat(43) }))`,
  );
  await fillIn(page, { 'First Name': 'Nell', 'Last Name': 'Marsh' });
  await clickContinue(page);
  await expectNotice(page, 'Error', 'This sign-up has expired. Please start again.');
  await expectStep(page, 'start');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await clickContinue(page);
  await expect(page.getByLabel('First Name')).toHaveValue('Nell');
});

test('reports a script that fails to load and retries it', async ({ system, page }) => {
  const { web } = system.urls;
  const validation = '**/assets/validation-*.js';
  const toaster = '**/assets/toaster-*.js';
  for (const script of [validation, toaster]) await page.route(script, (route) => route.abort());
  await openPublicPage(page, `${web}/login`);
  const submit = page.getByRole('button', { name: 'Sign In' });
  await submit.click();
  const failure = 'The form could not be checked. Check your connection and try again, or reload the page.';
  await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible();
  await page.unroute(toaster);
  await submit.click();
  await expectNotice(page, 'Error', failure);
  await page.unroute(validation);
  await submit.click();
  await expect(page.getByText('Invalid email address')).toBeVisible();

  const contact = '**/assets/contact-*.js';
  await page.route(contact, (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute(contact);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(`${web}/contact`);
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
});
