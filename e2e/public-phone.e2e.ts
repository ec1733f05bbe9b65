import type { Page } from '@playwright/test';
import { expectNoOverflow } from './accessibility.js';
import { pauseService } from './agent-helpers.js';
import { expectNotice, newEmail, openPublicPage } from './helpers.js';
import { expect, test } from './system.js';
import { newApplicant, completeStep, fillCard, clickContinue, signUpUntil } from './sign-up-helpers.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const paths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/reset-password#token=not-one-of-ours',
  '/confirm-email',
  '/unsubscribe',
  '/confirm-email#token=not-one-of-ours',
  '/undo-email-change',
  '/undo-email-change#token=not-one-of-ours',
  '/get-started',
  '/contact',
  '/status',
  '/terms',
  '/privacy',
  '/guides/webhooks',
  '/docs/posting',
  '/docs/posting/google-ads',
  '/nowhere',
];

/** Finds tap targets lower than 44 px. Links inside a sentence are exempt. */
const SMALL_TAP_TARGETS = `[...document.querySelectorAll('button, input:not([type=checkbox], [type=radio]), label:has([type=checkbox], [type=radio]), a')]
  .filter((node) => !node.matches('p a, dd a, span a, .sr-only, figcaption a'))
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
  .map((node) => [node.textContent.trim() || node.name || node.ariaLabel, node.getBoundingClientRect().height])
  .filter(([, height]) => height < 43.5)`;

async function expectTouchFriendly(page: Page, context: string): Promise<void> {
  await expectNoOverflow(page, context);
  await expect.poll(() => page.evaluate(SMALL_TAP_TARGETS), { message: context }).toEqual([]);
}

test('every public page fits 390 px and 320 px', async ({ system, page }) => {
  for (const path of paths) {
    await page.goto('about:blank');
    await page.goto(system.urls.web + path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectTouchFriendly(page, `${path} at ${width}`);
    }
  }
});

test('the sign-up fits a phone with long names, errors and notices', async ({ system, page }) => {
  const long = {
    ...newApplicant(),
    firstName: 'Wilhelmina-Alexandrina-Philippa-Augustin',
    lastName: 'Featherstonehaugh-Cholmondeley-Marjoribk',
    companyName: 'Featherstonehaugh, Cholmondeley & Marjoribanks Retirement Planning Partners LLC',
    email: newEmail('wilhelmina.featherstonehaugh-cholmondeley'),
  };
  expect([long.firstName.length, long.lastName.length]).toEqual([40, 40]);
  await signUpUntil(page, system.urls.web, 'activate', long, async (step) => {
    await expectTouchFriendly(page, step);
    if (step === 'name' || step === 'contact' || step === 'security') {
      await clickContinue(page);
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
      await expectTouchFriendly(page, `${step} with errors`);
    }
    if (step !== 'cc') return;
    await fillCard(page, '4000000000000002');
    await clickContinue(page);
    await expectNotice(page, 'Error', 'Your card was declined.');
    await expectTouchFriendly(page, 'declined card');
  });
  await completeStep(page, 'activate', long);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await expectTouchFriendly(page, 'thank-you');
});

test('the blocked card form, the sent instructions and the menu fit a phone', async ({ system, page }) => {
  const { web } = system.urls;
  await page.route('**/js/stripe.js', (route) => route.abort());
  await signUpUntil(page, web, 'cc');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await expectTouchFriendly(page, 'no card form');

  await openPublicPage(page, `${web}/forgot-password`);
  await page.getByLabel('Email').fill(`${'long'.repeat(15)}@${'domain-'.repeat(8)}name.example.com`);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expectNotice(page, 'Check your email');
  await expectTouchFriendly(page, 'instructions sent');

  await openPublicPage(page, web);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectTouchFriendly(page, 'menu');
});
