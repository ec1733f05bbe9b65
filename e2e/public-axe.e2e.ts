import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.js';
import { pauseService } from './agent-helpers.js';
import { expect, test } from './system.js';
import {
  newApplicant,
  completeStep,
  expectNotice,
  failOnceWithBare500,
  fillCard,
  clickContinue,
  signUpUntil,
} from './sign-up-helpers.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`${colorScheme} mode`, () => {
    // axe would measure contrast against a color in mid-transition.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('every sign-up step is accessible, with and without errors', async ({ system, page }) => {
      const agent = await signUpUntil(page, system.urls.web, 'activate', newApplicant(), async (step) => {
        await expectNoViolations(page, step);
        if (step === 'name' || step === 'contact' || step === 'security') {
          await clickContinue(page);
          await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
          await expectNoViolations(page, `${step} with errors`);
        }
        if (step === 'delivery') {
          await page.getByLabel('Email').uncheck();
          await clickContinue(page);
          await expect(page.getByText('Please select at least one delivery method')).toBeVisible();
          await expectNoViolations(page, 'no delivery method');
          await page.getByLabel('Email').check();
        }
        if (step === 'cc') await checkCardForm(page);
        if (step === 'daily-limit') {
          await page.getByLabel('Custom limit').fill('');
          await expectNoViolations(page, 'no limit');
          await page.getByLabel('Custom limit').fill('12');
        }
      });
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page.getByText('Your card is saved')).toBeVisible();
      await expectNoViolations(page, 'a saved card');
      await clickContinue(page);
      await clickContinue(page);
      await completeStep(page, 'activate', agent);
      await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
      await expectNoViolations(page, 'thank-you');
    });

    async function checkCardForm(page: Page): Promise<void> {
      await expect(page.getByLabel('Card number')).toBeEditable();
      await expectNoViolations(page, 'card form');
      await fillCard(page, '4000000000000002');
      await clickContinue(page);
      await expectNotice(page, 'Error', 'Your card was declined.');
      await expectNoViolations(page, 'declined card');
    }

    test('sign-up load failures are accessible', async ({ system, page }) => {
      await page.route('**/js/stripe.js', (route) => route.abort());
      await signUpUntil(page, system.urls.web, 'cc');
      await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
      await expectNoViolations(page, 'no card form');
      await failOnceWithBare500(page, '/api/get-started/resume');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Your sign-up could not be loaded' })).toBeVisible();
      await expectNoViolations(page, 'no draft');
    });

    test('the pages behind emailed links are accessible', async ({ system, page }) => {
      const { web } = system.urls;
      await page.goto(`${web}/confirm-email`);
      await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
      await expectNoViolations(page, 'missing link');
      await page.goto('about:blank');
      await page.goto(`${web}/confirm-email#token=not-one-of-ours`);
      const confirm = page.getByRole('button', { name: 'Confirm Email' });
      await expect(confirm).toBeEnabled();
      await expectNoViolations(page, 'unused link');
      await confirm.click();
      await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
      await expectNoViolations(page, 'expired link');

      await page.goto(`${web}/undo-email-change#token=not-one-of-ours`);
      const undo = page.getByRole('button', { name: 'Undo the Change' });
      await expect(undo).toBeEnabled();
      await expectNoViolations(page, 'undo');
      await undo.click();
      await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
      await expectNoViolations(page, 'expired undo');

      await page.goto(`${web}/reset-password#token=not-one-of-ours`);
      await page.getByRole('button', { name: 'Save New Password' }).click();
      await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
      await expectNoViolations(page, 'a new password');
    });

    test('notices and the phone menu are accessible', async ({ system, page }) => {
      const { web } = system.urls;
      await page.goto(`${web}/login`);
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.getByLabel('Password').fill('not-the-password');
      await page.keyboard.press('Enter');
      await expectNotice(page, 'Error', 'Invalid email or password');
      await expectNoViolations(page, 'an error notice');

      await page.goto(`${web}/forgot-password`);
      await page.getByLabel('Email').fill('nobody@example.com');
      await page.keyboard.press('Enter');
      await expectNotice(page, 'Check your email', '');
      await expectNoViolations(page, 'a success notice');

      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(web, { waitUntil: 'networkidle' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
      await expectNoViolations(page, 'the phone menu');
    });

    test('the landing page with live statistics is accessible', async ({ system, page }) => {
      await page.route('**/api/statistics', (route) =>
        route.fulfill({ json: { medianMs: 412, p95Ms: 830, leads: 1204 } }),
      );
      await page.goto(system.urls.web);
      await page.getByRole('heading', { name: 'How a lead reaches you' }).scrollIntoViewIfNeeded();
      await expect(page.getByText('measured over 1,204 leads')).toBeVisible();
      await expectNoViolations(page, 'live statistics');
    });
  });
