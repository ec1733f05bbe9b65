import type { Page } from '@playwright/test';
import { expectNoOverflow } from './accessibility.js';
import { expect, test } from './system.js';
import {
  anAgent,
  answerStep,
  expectNotice,
  fillCard,
  leaveLine,
  newAddress,
  proceed,
  walkTo,
} from './public-walk.js';

test.afterEach(async ({ system, page }) => leaveLine(page, system.urls.web));

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const paths = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/reset-password#token=not-one-of-ours',
  '/confirm-email',
  '/confirm-email#token=not-one-of-ours',
  '/get-started',
  '/contact',
  '/terms',
  '/privacy',
  '/nowhere',
];

/** What is tapped and lower than 44 px; a link within a sentence is as high as its line. */
const SMALL = `[...document.querySelectorAll('button, input:not([type=checkbox]), label:has(input[type=checkbox]), a')]
  .filter((node) => !node.matches('p a, dd a, span a, .sr-only, figcaption a'))
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
  .map((node) => [node.textContent.trim() || node.name || node.ariaLabel, node.getBoundingClientRect().height])
  .filter(([, height]) => height < 43.5)`;

async function expectHandy(page: Page, what: string): Promise<void> {
  await expectNoOverflow(page, what);
  expect(await page.evaluate(SMALL), what).toEqual([]);
}

test('every public page fits a phone, and a narrow one', async ({ system, page }) => {
  for (const path of paths) {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('about:blank');
      await page.goto(system.urls.web + path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectHandy(page, `${path} at ${width}`);
    }
  }
});

test('the whole sign-up fits a phone, with long names, mistakes and notices', async ({ system, page }) => {
  const long = {
    ...anAgent(),
    firstName: 'Wilhelmina-Alexandrina-Philippa-Augustin',
    lastName: 'Featherstonehaugh-Cholmondeley-Marjoribk',
    companyName: 'Featherstonehaugh, Cholmondeley & Marjoribanks Retirement Planning Partners LLC',
    email: newAddress('wilhelmina.featherstonehaugh-cholmondeley'),
  };
  expect([long.firstName.length, long.lastName.length]).toEqual([40, 40]);
  await walkTo(page, system.urls.web, 'activate', long, async (step) => {
    await expectHandy(page, step);
    if (step === 'name' || step === 'contact' || step === 'security') {
      await proceed(page);
      await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
      await expectHandy(page, `${step} with mistakes`);
    }
    if (step !== 'cc') return;
    await fillCard(page, '4000000000000002');
    await proceed(page);
    await expectNotice(page, 'Error', 'Your card was declined.');
    await expectHandy(page, 'declined card');
  });
  await answerStep(page, 'activate', long);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await expectHandy(page, 'thank-you');
});

test('the blocked card form, the sent instructions and the menu fit a phone', async ({ system, page }) => {
  const { web } = system.urls;
  await page.route('**/js/stripe.js', (route) => route.abort());
  await walkTo(page, web, 'cc');
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible();
  await expectHandy(page, 'no card form');

  await page.goto(`${web}/forgot-password`);
  await page.getByLabel('Email').fill(`${'long'.repeat(15)}@${'domain-'.repeat(8)}name.example.com`);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expectNotice(page, 'Check your email', '');
  await expectHandy(page, 'instructions sent');

  await page.goto(web, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectHandy(page, 'menu');
});
