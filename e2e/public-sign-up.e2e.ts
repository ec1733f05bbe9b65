import type { Page } from '@playwright/test';
import { expect, test } from './system.js';

const password = 'quiet-harbor-4271';
let made = 0;
const newAddress = (): string => `signup-${Date.now()}-${(made += 1)}@example.com`;

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill('1230');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('ZIP code').fill('78701');
}

async function toSecurity(page: Page, web: string, email: string): Promise<void> {
  await page.goto(`${web}/get-started`);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await heading(page, 'How should we deliver your leads?');
  await next(page);
  await page.getByLabel('First Name').fill('Nell');
  await page.getByLabel('Last Name').fill('Marsh');
  await next(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('(512) 555-0146');
  await next(page);
  await heading(page, 'Choose a password');
}

async function toCard(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await next(page);
  await heading(page, 'Add Payment Method');
}

test('the eight steps: rules, back without loss, a declined card, activation', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(`${web}/get-started`);
  await expect(page.getByText('Step 1 of 8')).toBeVisible();
  await expect(page.getByRole('heading', { name: "What You'll Get" })).toBeVisible();
  await page.getByRole('link', { name: 'Not Now' }).click();
  await expect(page).toHaveURL(`${web}/`);
  await page.goto(`${web}/get-started`);
  await page.getByRole('button', { name: 'Get Started' }).click();

  await expect(page.getByText('Step 2 of 8')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeChecked();
  await page.getByLabel('Email').uncheck();
  await next(page);
  await expect(page.getByText('Please select at least one delivery method')).toBeVisible();
  await page.getByLabel('Slack').check();
  await page.getByLabel('Other').fill('https://crm.example.com/hook');
  await next(page);

  await next(page);
  await expect(page.getByText('First name is required')).toBeVisible();
  await expect(page.getByText('Last name is required')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Slack')).toBeChecked();
  await expect(page.getByLabel('Other')).toHaveValue('https://crm.example.com/hook');
  await next(page);
  await page.getByLabel('First Name').fill('Nell');
  await page.getByLabel('Last Name').fill('Marsh');
  await next(page);

  await page.getByLabel('Email').fill('nell');
  await next(page);
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByText('Phone number is required')).toBeVisible();
  await page.getByLabel('Email').fill('grace@example.com');
  await page.getByLabel('Phone').fill('(512) 555-0146');
  await next(page);
  await expect(
    page.getByText('This email is already registered. Please use a different email or log in.'),
  ).toBeVisible();
  const email = newAddress();
  await page.getByLabel('Email').fill(email);
  await next(page);

  await next(page);
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(`${password}x`);
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await toCard(page);

  await expect(page.getByText('$80 per lead').first()).toBeVisible();
  await next(page);
  await expect(page.getByText('Your card number is incomplete.').first()).toBeVisible();
  await fillCard(page, '4000000000000002');
  await next(page);
  await expect(page.getByText('Your card was declined.').first()).toBeVisible();
  await fillCard(page, '4242424242424242');
  await next(page);

  await expect(page.getByText('Step 7 of 8')).toBeVisible();
  const limit = page.getByLabel('Custom limit');
  await expect(limit).toHaveValue('25');
  await limit.fill('');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await limit.fill('1001');
  await expect(limit).toHaveValue('');
  for (const [preset, cost] of [
    ['500', '$40,000 per day'],
    ['10', '$800 per day'],
  ] as const) {
    await page.getByRole('button', { name: preset, exact: true }).click();
    await expect(limit).toHaveValue(preset);
    await expect(page.getByText(cost)).toBeVisible();
  }
  await next(page);

  await expect(page.getByText('10 leads per day')).toBeVisible();
  await page.getByRole('button', { name: 'ACTIVATE' }).click();
  await expect(page).toHaveURL(`${web}/get-started-thank-you`);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(`${web}/`);
  await page.goto(`${web}/get-started-thank-you`);
  await expect(page).toHaveURL(`${web}/`);

  const user = (await (await page.request.get(`${web}/api/auth/user`)).json()) as Record<string, unknown>;
  expect(user).toMatchObject({ email, dailyLeadLimit: 10 });
  expect(user['stripePaymentMethodId']).toEqual(expect.stringContaining('pm_'));
});

test('a reload goes on where it was, with the saved card, and never with a password', async ({
  system,
  page,
}) => {
  const { web } = system.urls;
  const email = newAddress();
  await toSecurity(page, web, email);
  await page.reload();
  await heading(page, 'Choose a password');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await next(page);
  await toCard(page);
  await fillCard(page, '4242424242424242');
  await next(page);
  await page.getByRole('button', { name: '50', exact: true }).click();
  await next(page);
  await page.reload();

  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  const kept = await page.evaluate<string>('JSON.stringify([sessionStorage, localStorage])');
  expect(kept).toContain('desk.sign-up');
  expect(kept).not.toContain(password);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await next(page);
  await heading(page, 'Set your daily limit');
  await expect(page.getByLabel('Custom limit')).toHaveValue('50');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Your card is saved')).toBeVisible();
});

test('a blocked card script is told, and tried again', async ({ system, page }) => {
  await page.route('**/js/stripe.js', (route) => route.abort());
  await toSecurity(page, system.urls.web, newAddress());
  await toCard(page);
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await page.unroute('**/js/stripe.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
});

test('the thank-you page is for those who just signed up', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/get-started-thank-you`);
  await expect(page).toHaveURL(`${system.urls.web}/`);
});
