import type { Locator, Page } from '@playwright/test';
import { pauseService } from './agent-helpers.js';
import { expect, test } from './system.js';
import { getToast, newEmail, openPublicPage, PASSWORD, waitForScripts } from './helpers.js';
import { addFocusScript, expectVisibleFocus } from './keyboard.js';
import { newApplicant, getStepHeading, type Step } from './sign-up-helpers.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

// A focus ring in mid-transition is thinner than its final width.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ page }) => addFocusScript(page));

const isFocused = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(':focus')).count()) === 1;

/** Presses the key until the target has focus. Checks the focus indicator at every stop. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < 30; stops += 1) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await isFocused(page, target)) return;
  }
  throw new Error('The target never received focus');
}

async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  if (!(await isFocused(page, field))) await tabTo(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

const expectHeadingFocus = (page: Page, step: Step) => expect(getStepHeading(page, step)).toBeFocused();

test('completes the sign-up by keyboard', async ({ system, page }) => {
  const agent = newApplicant();
  await page.goto(`${system.urls.web}/get-started`, { waitUntil: 'networkidle' });
  await waitForScripts(page);
  await press(page, 'Get Started');

  await expectHeadingFocus(page, 'delivery');
  const email = page.getByLabel('Email');
  await tabTo(page, email);
  await page.keyboard.press('Space');
  await press(page, 'Continue');
  await expect(page.getByText('Please select at least one delivery method')).toBeVisible();
  await expect(email).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Space');
  await expect(email).toBeChecked();
  await tabTo(page, page.getByLabel('Text Message (SMS)'));
  await page.keyboard.press('Space');
  await typeInto(page, /^Other/, 'https://crm.example.com/hook');
  await page.keyboard.press('Enter');

  await expectHeadingFocus(page, 'name');
  await press(page, 'Continue');
  await expect(page.getByLabel('First Name')).toBeFocused();
  await expectVisibleFocus(page);
  await typeInto(page, 'First Name', agent.firstName);
  await typeInto(page, 'Last Name', agent.lastName);
  await press(page, 'Continue');

  await expectHeadingFocus(page, 'contact');
  await typeInto(page, 'Email', agent.email);
  await typeInto(page, 'Phone', agent.phone);
  await press(page, 'Back');
  await expectHeadingFocus(page, 'name');
  await tabTo(page, page.getByLabel('Last Name'));
  await page.keyboard.press('Enter');
  await expectHeadingFocus(page, 'contact');
  await expect(page.getByLabel('Phone')).toHaveValue(agent.phone);
  await press(page, 'Continue');

  await expectHeadingFocus(page, 'security');
  await typeInto(page, 'Password', agent.password);
  await page.keyboard.press('Tab');
  await expectVisibleFocus(page);
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Enter');
  await typeInto(page, 'Confirm Password', agent.password);
  await page.keyboard.press('Enter');

  await expectHeadingFocus(page, 'cc');
  await expect(page.getByLabel('Card number')).toBeEditable();
  await typeInto(page, 'Card number', '4242424242424242');
  await typeInto(page, 'Expiration date', '1230');
  await typeInto(page, 'Security code', '123');
  await typeInto(page, 'ZIP code', '78701');
  await press(page, 'Continue');

  await expectHeadingFocus(page, 'daily-limit');
  const ten = page.getByRole('button', { name: '10', exact: true });
  const limit = page.getByLabel('Custom limit');
  await tabTo(page, ten);
  await page.keyboard.press('Space');
  await expect(ten).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, limit);
  await page.keyboard.press('ArrowUp');
  await expect(limit).toHaveValue('11');
  await page.keyboard.press('ArrowUp');
  await tabTo(page, ten, 'Shift+Tab');
  await press(page, 'Continue');

  await expectHeadingFocus(page, 'activate');
  await expect(page.getByText('12 leads per day')).toBeVisible();
  await press(page, 'ACTIVATE');

  await expect(page).toHaveURL(`${system.urls.web}/get-started-thank-you`);
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Go to Dashboard' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.urls.web}/`);
});

test('signs in by keyboard, with the skip link and after an error', async ({ system, page }) => {
  const agent = system.seeded.signIns.find(({ email }) => email === 'grace@example.com');
  await openPublicPage(page, `${system.urls.web}/login`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  // The fragment may hold the search of a list.
  await expect(page).toHaveURL(`${system.urls.web}/login`);

  await typeInto(page, 'Email', 'grace');
  await press(page, 'Sign In');
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('grace@example.com');
  await typeInto(page, 'Password', 'not-the-password');
  await page.keyboard.press('Enter');
  await expect(getToast(page)).toContainText('Invalid email or password');
  await page.keyboard.press('F8');
  await tabTo(page, getToast(page).getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(getToast(page)).toBeHidden();

  await tabTo(page, page.getByLabel('Password', { exact: true }), 'Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(agent?.password ?? '');
  await press(page, 'Sign In');
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);
});

test('requests a password reset by keyboard', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/login`);
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.urls.web}/forgot-password`);
  await expect(page.getByRole('main')).toBeFocused();
  await typeInto(page, 'Email', newEmail());
  await press(page, 'Send Reset Instructions');
  await expect(page.getByText(/^If an account exists with the email/)).toBeFocused();
  await press(page, 'Try Another Email');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await tabTo(page, page.getByRole('link', { name: 'Back to Login' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.urls.web}/login`);
});

test('registers by keyboard', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/register`);
  await typeInto(page, 'First Name', 'Ida');
  await typeInto(page, 'Last Name', 'Reed');
  await typeInto(page, 'Email', newEmail());
  await typeInto(page, 'Phone', '(512) 555-0143');
  await typeInto(page, 'Password', PASSWORD);
  await typeInto(page, 'Confirm Password', PASSWORD);
  await press(page, 'Create Account');
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);
});
