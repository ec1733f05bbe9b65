import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { openPublicPage } from './helpers.js';
import { expect, test } from './system.js';
import { expectStep, clickContinue, signUpUntil } from './sign-up-helpers.js';

type Rules = readonly (readonly [label: string, wrong: string, message: string, right: string])[];

/** Expects that messages appear only after the form is submitted, and disappear once the value is valid. */
async function expectFieldRules(page: Page, submit: string, rules: Rules): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const getInvalid = (label: string) => page.locator('[aria-invalid="true"]').and(field(label));
  for (const [label, wrong, message] of rules) {
    await field(label).fill(wrong);
    await expect(page.getByText(message, { exact: true })).toHaveCount(0);
  }
  await page.getByRole('button', { name: submit, exact: true }).click();
  for (const [label, , message] of rules) {
    await expect(getInvalid(label)).toBeVisible();
    await expect(getInvalid(label)).toHaveAccessibleDescription(new RegExp(message));
  }
  await expect(field(rules[0]?.[0] ?? '')).toBeFocused();
  for (const [label, , , right] of rules) {
    await field(label).fill(right);
    await expect(getInvalid(label)).toHaveCount(0);
  }
}

const PASSWORD_TOO_SHORT = 'Password must be at least 8 characters';
const INVALID_EMAIL = 'Invalid email address';

test('validates the sign-in form', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/login`);
  await expectFieldRules(page, 'Sign In', [
    ['Email', 'grace@', INVALID_EMAIL, 'grace@example.com'],
    ['Password', '1234567', PASSWORD_TOO_SHORT, '12345678'],
  ]);
});

test('validates the registration form', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/register`);
  await expectFieldRules(page, 'Create Account', [
    ['First Name', ' ', 'First name is required', 'Ida'],
    ['Last Name', '', 'Last name is required', 'Reed'],
    ['Email', 'ida.example.com', INVALID_EMAIL, 'ida@example.com'],
    ['Phone', '512555014', 'Phone number is required', '5125550143'],
    ['Password', '1234567', PASSWORD_TOO_SHORT, '12345678'],
    ['Confirm Password', '1234567', "Passwords don't match", '12345678'],
  ]);
  // A confirmation of valid length must still match.
  await page.getByLabel('Confirm Password').fill('123456789');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
});

test('validates the forgotten-password form', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/forgot-password`);
  await expectFieldRules(page, 'Send Reset Instructions', [
    ['Email', 'ida', INVALID_EMAIL, 'ida@example.com'],
  ]);
});

test('validates the new-password form', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/reset-password#token=not-one-of-ours`);
  await expectFieldRules(page, 'Save New Password', [
    ['New Password', '1234567', PASSWORD_TOO_SHORT, '12345678'],
    ['Confirm Password', '12345679', "Passwords don't match", '12345678'],
  ]);
});

test('validates every sign-up step', async ({ system, page }) => {
  await signUpUntil(page, system.urls.web, 'activate', undefined, async (step) => {
    if (step === 'delivery') {
      for (const method of ['Slack', 'Text Message (SMS)', 'Email']) {
        for (const label of ['Email', 'Text Message (SMS)', 'Slack']) await page.getByLabel(label).uncheck();
        await clickContinue(page);
        await expect(page.getByText('Please select at least one delivery method')).toBeVisible();
        await page.getByLabel(method).check();
        await expect(page.getByText('Please select at least one delivery method')).toBeHidden();
      }
    }
    if (step === 'name')
      await expectFieldRules(page, 'Continue', [
        ['First Name', '', 'First name is required', 'Nell'],
        ['Last Name', ' ', 'Last name is required', 'Marsh'],
      ]);
    if (step === 'contact')
      await expectFieldRules(page, 'Continue', [
        ['Email', 'nell@example', INVALID_EMAIL, 'nell@example.com'],
        ['Phone', '512555014', 'Phone number is required', '5125550146'],
      ]);
    if (step === 'security') {
      await expectFieldRules(page, 'Continue', [
        ['Password', '1234567', PASSWORD_TOO_SHORT, '12345678'],
        ['Confirm Password', '', 'Please confirm your password', '12345678'],
      ]);
      await page.getByLabel('Confirm Password').fill('123456789');
      await expect(page.getByText("Passwords don't match")).toBeVisible();
    }
    if (step === 'cc') await expectCardRules(page);
    if (step === 'daily-limit') await expectLimitRules(page);
  });
});

/** The payment provider validates the card and supplies these messages. */
async function expectCardRules(page: Page): Promise<void> {
  for (const [label, wrong, message, right] of [
    ['Card number', '4242 4242', 'Your card number is incomplete.', '4242424242424242'],
    ['Expiration date', '01 / 20', "Your card's expiration year is in the past.", '1230'],
    ['Security code', '1', "Your card's security code is incomplete.", '123'],
    ['ZIP code', '7', 'Your ZIP is incomplete.', '78701'],
  ] as const) {
    await page.getByLabel(label).fill(wrong);
    await clickContinue(page);
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await page.getByLabel(label).fill(right);
  }
}

/** Values outside 1 to 1,000 are ignored. An empty field counts as 0, which is below the minimum. */
async function expectLimitRules(page: Page): Promise<void> {
  const limit = page.getByLabel('Custom limit');
  const continueButton = page.getByRole('button', { name: 'Continue' });
  await limit.fill('1000');
  await expect(page.getByText(`${formatPrice(1_000 * LEAD_PRICE_CENTS)} per day`).first()).toBeVisible();
  for (const outside of ['1001', '0', '-5', '2.5']) {
    await limit.fill(outside);
    await expect(limit).toHaveValue('1000');
  }
  await limit.fill('');
  await expect(page.getByText('Minimum 1 lead per day')).toBeVisible();
  await expect(limit).toHaveAccessibleDescription('Minimum 1 lead per day');
  await expect(continueButton).toBeDisabled();
  await limit.fill('1');
  await expect(continueButton).toBeEnabled();
  await expect(page.getByText(`${formatPrice(LEAD_PRICE_CENTS)} per day`, { exact: true })).toBeVisible();
  await expectStep(page, 'daily-limit');
}

for (const [path, action] of [
  ['/register', 'Create Account'],
  ['/reset-password#token=not-one-of-ours', 'Save New Password'],
  ['/get-started', 'Get Started'],
] as const)
  test(`links the terms that a visitor accepts with ${action}`, async ({ system, page }) => {
    await page.goto(system.urls.web + path);
    const sentence = `By choosing ${action} you accept the Terms of Service and the Privacy Policy.`;
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
    const terms = page.getByRole('main').getByRole('link', { name: 'Terms of Service' });
    await expect(terms).toHaveCount(1);
    await expect(terms).toHaveAttribute('href', '/terms');
  });
