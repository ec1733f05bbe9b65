import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.js';
import { pauseService } from './agent-helpers.js';
import { expectNotice, getToast, openPublicPage } from './helpers.js';
import { expect, test } from './system.js';
import {
  newApplicant,
  completeStep,
  expectStep,
  failOnceWithBare500,
  fillCard,
  clickContinue,
  signUpUntil,
} from './sign-up-helpers.js';

// axe would measure contrast against a color in mid-transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.afterEach(async ({ system, page }) => pauseService(page, system));

async function checkCardForm(page: Page): Promise<void> {
  await expect(page.getByLabel('Card number')).toBeEditable();
  await expectAccessible(page, 'card form');
  await fillCard(page, '4000000000000002');
  await clickContinue(page);
  await expectNotice(page, 'Error', 'Your card was declined.');
  await expectAccessible(page, 'declined card');
}

test('every sign-up step is accessible, with and without errors', async ({ system, page }) => {
  const agent = await signUpUntil(page, system.urls.web, 'activate', newApplicant(), async (step) => {
    if (step === 'cc') await checkCardForm(page);
    else await expectAccessible(page, step);
    if (step === 'name' || step === 'contact' || step === 'security') {
      await clickContinue(page);
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
      await expectAccessible(page, `${step} with errors`);
    }
    if (step === 'delivery') {
      await page.getByLabel('Email').uncheck();
      await clickContinue(page);
      await expect(page.getByText('Please select at least one delivery method')).toBeVisible();
      await expectAccessible(page, 'no delivery method');
      await page.getByLabel('Email').check();
    }
    if (step === 'daily-limit') {
      await page.getByRole('radio', { name: 'Only some states' }).check();
      await clickContinue(page);
      await expect(page.getByText('Choose at least one state')).toBeVisible();
      await page.getByLabel('Custom limit').fill('');
      await expect(page.getByText('Minimum 1 lead per day')).toBeVisible();
      await expectAccessible(page, 'no state and no limit');
      await page.getByLabel('Custom limit').fill('12');
      await page.getByRole('radio', { name: 'All states' }).check();
    }
  });
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'daily-limit');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText('Your card is saved')).toBeVisible();
  await expectAccessible(page, 'a saved card');
  await clickContinue(page);
  await expectStep(page, 'daily-limit');
  await clickContinue(page);
  await completeStep(page, 'activate', agent);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await expectAccessible(page, 'thank-you');
});

test('sign-up load failures are accessible', async ({ system, page }) => {
  await page.route('**/js/stripe.js', (route) => route.abort());
  await signUpUntil(page, system.urls.web, 'cc');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await expectAccessible(page, 'no card form');
  await failOnceWithBare500(page, '/api/get-started/resume');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your sign-up could not be loaded' })).toBeVisible();
  await expectAccessible(page, 'no draft');
});

test('the pages behind emailed links are accessible', async ({ system, page }) => {
  const { web } = system.urls;
  for (const [path, action] of [
    ['/confirm-email', 'Confirm Email'],
    ['/undo-email-change', 'Undo the Change'],
  ] as const) {
    await openPublicPage(page, `${web}${path}#token=not-one-of-ours`);
    const button = page.getByRole('button', { name: action });
    await expect(button).toBeEnabled();
    await expectAccessible(page, 'unused link');
    await button.click();
    await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
    await expectAccessible(page, 'expired link');
  }

  await openPublicPage(page, `${web}/reset-password#token=not-one-of-ours`);
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expectAccessible(page, 'a new password');
});

test('notices and the phone menu are accessible', async ({ system, page }) => {
  const { web } = system.urls;
  await openPublicPage(page, `${web}/login`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-password');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Error', 'Invalid email or password');
  // Notices stay while the pointer is on them.
  await getToast(page).hover();
  await expectAccessible(page, 'an error notice');

  await openPublicPage(page, `${web}/forgot-password`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Check your email');
  await getToast(page).hover();
  await expectAccessible(page, 'a success notice');

  await page.setViewportSize({ width: 390, height: 844 });
  await openPublicPage(page, web);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectAccessible(page, 'the phone menu');
});

test('the landing page with live statistics is accessible', async ({ system, page }) => {
  await page.route('**/api/statistics', (route) =>
    route.fulfill({ json: { medianMs: 412, p95Ms: 830, leads: 1204 } }),
  );
  await page.goto(system.urls.web);
  await page.getByRole('heading', { name: 'How a lead reaches you' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('measured over 1,204 leads')).toBeVisible();
  await expectAccessible(page, 'live statistics');
});
