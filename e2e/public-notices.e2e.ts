import type { Page } from '@playwright/test';
import { expect, test } from './system.js';
import {
  anAgent,
  answerStep,
  expectNotice,
  expectStep,
  failOnce,
  fillCard,
  leaveLine,
  newAddress,
  password,
  proceed,
  toast,
  walkTo,
} from './public-walk.js';

test.afterEach(async ({ system, page }) => leaveLine(page, system.urls.web));

const UNREACHABLE = 'We could not reach the server. Please check your connection and try again.';
const TAKEN = 'This email is already registered. Please use a different email or log in.';
const TOO_COMMON = 'This password is too common. Please choose a different one.';
const FAILED = 'Failed to complete registration';

async function fillIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}

test('sign-in: what the server says, what is said when it does not answer, and success', async ({
  system,
  page,
}) => {
  const agent = system.seeded.signIns.find(({ email }) => email === 'omar@example.com');
  const submit = page.getByRole('button', { name: 'Sign In' });
  await page.goto(`${system.urls.web}/login`);
  await fillIn(page, { Email: 'omar@example.com', Password: 'not-the-password' });
  await submit.click();
  await expectNotice(page, 'Error', 'Invalid email or password');

  await failOnce(page, '/api/auth/login');
  await submit.click();
  await expectNotice(page, 'Error', UNREACHABLE);
  await expect(toast(page)).not.toContainText('Internal Server Error');

  await page.route('**/api/auth/login', (route) => route.abort(), { times: 1 });
  await submit.click();
  await expectNotice(page, 'Error', UNREACHABLE);

  // The old notice goes with the new try, before its answer is there.
  await page.getByLabel('Password').fill(agent?.password ?? '');
  let release = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/login', (route) => isHeld.then(() => route.continue()), { times: 1 });
  await submit.click();
  await expect(toast(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  release();
  await expectNotice(page, 'Success', 'You have been logged in.');
});

test('register: a refusal at its field and as a notice, the fallback, and success', async ({
  system,
  page,
}) => {
  const submit = page.getByRole('button', { name: 'Create Account' });
  await page.goto(`${system.urls.web}/register`);
  await fillIn(page, {
    'First Name': 'Ida',
    'Last Name': 'Reed',
    Email: 'grace@example.com',
    Phone: '(512) 555-0143',
    Password: password,
    'Confirm Password': password,
  });
  await submit.click();
  await expectNotice(page, 'Error', TAKEN);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(TAKEN);

  await fillIn(page, { Email: newAddress(), Password: 'password1', 'Confirm Password': 'password1' });
  await submit.click();
  await expectNotice(page, 'Error', TOO_COMMON);

  await fillIn(page, { Password: password, 'Confirm Password': password });
  await failOnce(page, '/api/auth/register');
  await submit.click();
  await expectNotice(page, 'Error', FAILED);

  await submit.click();
  await expectNotice(page, 'Success', 'Your account has been created. You are now logged in.');
});

test('forgotten and new password, and a new address: what is said when the server fails', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  await page.goto(`${web}/forgot-password`);
  await page.getByLabel('Email').fill(newAddress());
  await failOnce(page, '/api/auth/forgot-password');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Check your email', '');

  await page.goto(`${web}/reset-password#token=not-one-of-ours`);
  await fillIn(page, { 'New Password': password, 'Confirm Password': password });
  await failOnce(page, '/api/auth/reset-password');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', 'This link is no longer valid. Please request a new one.');
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();

  await page.goto(`${web}/confirm-email#token=not-one-of-ours`);
  await failOnce(page, '/api/auth/confirm-email');
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expectNotice(page, 'Error', UNREACHABLE);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
});

test('the steps that are saved: each failure is told, and the next try goes on', async ({ system, page }) => {
  const agent = await walkTo(page, system.urls.web, 'cc', anAgent(), async (step) => {
    if (step === 'start' || step === 'delivery') {
      await failOnce(page, '/api/get-started/save');
      await answerStep(page, step, anAgent());
      await expectNotice(page, 'Error', UNREACHABLE);
      await expectStep(page, step);
    }
    if (step === 'contact') {
      await fillIn(page, { Email: newAddress(), Phone: '(512) 555-0146' });
      await failOnce(page, '/api/check-email');
      await proceed(page);
      await expectNotice(page, 'Error', 'Failed to validate email');
      await page.getByLabel('Email').fill('grace@example.com');
      await proceed(page);
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(TAKEN);
      await expect(toast(page)).toBeHidden();
    }
    if (step === 'security') {
      await fillIn(page, { Password: password, 'Confirm Password': password });
      await failOnce(page, '/api/get-started/setup-payment');
      await proceed(page);
      await expectNotice(page, 'Error', 'Failed to initialize payment form');
    }
  });
  expect(agent.email).toContain('@');
});

test('the card: the provider’s own words, a set-up that did not succeed, and the fallback', async ({
  system,
  page,
}) => {
  await walkTo(page, system.urls.web, 'cc');
  await proceed(page);
  await expectNotice(page, 'Error', 'Your card number is incomplete.');

  await fillCard(page, '4000000000009995');
  await proceed(page);
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
  await proceed(page);
  await expectNotice(page, 'Error', 'Payment setup was not successful');

  await page.route(confirmation, (route) => route.fulfill({ json: null }), { times: 1 });
  await proceed(page);
  await expectNotice(page, 'Error', FAILED);
  await expectStep(page, 'cc');
});

test('a card whose bank asks, and is told no, then yes', async ({ system, page }) => {
  await walkTo(page, system.urls.web, 'cc');
  await fillCard(page, '4000002500003155');
  await proceed(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Fail' }).click();
  await expect(toast(page)).toContainText('authenticat');
  await expectStep(page, 'cc');
  await proceed(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expectStep(page, 'daily-limit');
});

test('activation: each refusal leads to the step that puts it right', async ({
  system,
  page,
  playwright,
}) => {
  const { web } = system.urls;
  const agent = await walkTo(page, web, 'activate', { ...anAgent(), password: 'password1' });
  const activate = () => answerStep(page, 'activate', agent);
  const onToActivate = async (): Promise<void> => {
    while (!(await page.getByRole('button', { name: 'ACTIVATE' }).isVisible())) {
      const shown = await page.getByRole('heading', { level: 1 }).textContent();
      await proceed(page);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(shown ?? '');
    }
  };

  await failOnce(page, '/api/get-started/complete');
  await activate();
  await expectNotice(page, 'Error', FAILED);
  await expectStep(page, 'activate');

  await activate();
  await expectNotice(page, 'Error', TOO_COMMON);
  await expectStep(page, 'security');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await fillIn(page, { Password: password, 'Confirm Password': password });
  await onToActivate();

  // Somebody else takes the address meanwhile.
  const other = await playwright.request.newContext();
  const registered = await other.post(`${web}/api/auth/register`, {
    data: { ...agent, password, confirmPassword: password },
  });
  expect(registered.ok()).toBe(true);
  await other.dispose();
  await activate();
  await expectNotice(page, 'Error', TAKEN);
  await expectStep(page, 'contact');
  await page.getByLabel('Email').fill(newAddress());
  await onToActivate();
  await activate();
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await expect(toast(page)).toBeHidden();
});

test('activation with a set-up that does not hold asks for a card again', async ({ system, page }) => {
  const agent = await walkTo(page, system.urls.web, 'daily-limit');
  await page.evaluate(`{
    const kept = JSON.parse(sessionStorage.getItem('desk.sign-up'));
    sessionStorage.setItem('desk.sign-up', JSON.stringify({ ...kept, setupIntentId: 'seti_nobodys' }));
  }`);
  await page.reload();
  await answerStep(page, 'security', agent);
  await expectStep(page, 'daily-limit');
  await proceed(page);
  await answerStep(page, 'activate', agent);
  await expectNotice(page, 'Error', 'Payment setup was not successful');
  await expectStep(page, 'cc');

  await failOnce(page, '/api/get-started/setup-payment');
  await page.getByRole('button', { name: 'Enter a card' }).click();
  await expectNotice(page, 'Error', 'Failed to initialize payment form');
  await page.getByRole('button', { name: 'Enter a card' }).click();
  await answerStep(page, 'cc', agent);
  await proceed(page);
  await answerStep(page, 'activate', agent);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
});

test('a sign-up that is no longer open is told, and begins anew', async ({ system, page }) => {
  await walkTo(page, system.urls.web, 'name');
  await page.evaluate(
    `sessionStorage.setItem('desk.sign-up', JSON.stringify({ sessionId: 'x'.repeat(43) }))`,
  );
  await fillIn(page, { 'First Name': 'Nell', 'Last Name': 'Marsh' });
  await proceed(page);
  await expectNotice(page, 'Error', 'This sign-up has expired. Please start again.');
  await expectStep(page, 'start');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await proceed(page);
  await expect(page.getByLabel('First Name')).toHaveValue('Nell');
});

test('code that cannot be had is told, and had again', async ({ system, page }) => {
  const { web } = system.urls;
  const validation = '**/assets/validation-*.js';
  await page.route(validation, (route) => route.abort());
  await page.goto(`${web}/login`);
  const submit = page.getByRole('button', { name: 'Sign In' });
  await submit.click();
  await expectNotice(
    page,
    'Error',
    'The form could not be checked. Please check your connection and try again.',
  );
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
