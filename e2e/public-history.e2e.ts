import { pauseService } from './agent-helpers.js';
import { expect, test } from './system.js';
import {
  newApplicant,
  expectStep,
  failOnceWithBare500,
  fillCard,
  getStepHeading,
  clickContinue,
  signUpUntil,
} from './sign-up-helpers.js';

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('moves step by step with Back and Forward and keeps every value', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(web);
  const agent = await signUpUntil(page, web, 'security');
  await page.getByLabel('Password', { exact: true }).fill('half-a-pass');

  await page.goBack();
  await expectStep(page, 'contact');
  await expect(getStepHeading(page, 'contact')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(agent.email);
  await page.goBack();
  await expectStep(page, 'name');
  await expect(page.getByLabel('First Name')).toHaveValue('Nell');
  await page.goBack();
  await page.goBack();
  await expectStep(page, 'start');
  await expect(page).toHaveURL(`${web}/get-started`);

  for (const step of ['delivery', 'name', 'contact', 'security'] as const) {
    await page.goForward();
    await expectStep(page, step);
  }
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half-a-pass');
  await expect(page).toHaveURL(`${web}/get-started`);

  // The Back button of the page uses the browser history, so it adds no extra entries.
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'contact');
  await page.goBack();
  await expectStep(page, 'name');
  for (const step of ['delivery', 'start'] as const) {
    await page.goBack();
    await expectStep(page, step);
  }
  await page.goBack();
  await expect(page).toHaveURL(`${web}/`);
});

test('does not go forward past a step with unvalidated changes', async ({ system, page }) => {
  await signUpUntil(page, system.urls.web, 'security');
  await page.goBack();
  await page.getByLabel('Email').fill('not an address');
  await page.goBack();
  await expectStep(page, 'name');
  await page.goForward();
  await expectStep(page, 'contact');
  await expect(page.getByLabel('Email')).toHaveValue('not an address');
  await page.goForward();
  await expectStep(page, 'contact');
  await clickContinue(page);
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(newApplicant().email);
  await clickContinue(page);
  await expectStep(page, 'security');
});

test('stays on its step after a reload and keeps the earlier steps behind Back', async ({ system, page }) => {
  const agent = await signUpUntil(page, system.urls.web, 'contact');
  await page.goBack();
  await expectStep(page, 'name');
  await page.reload();
  await expectStep(page, 'name');
  await expect(page.getByLabel('First Name')).toHaveValue(agent.firstName);
  await page.goBack();
  await expectStep(page, 'delivery');
  await expect(page.getByLabel('Email')).toBeChecked();
  await page.goForward();
  await page.goForward();
  await expectStep(page, 'contact');
});

test('asks for the password again after a reload and keeps card and limit', async ({ system, page }) => {
  const agent = await signUpUntil(page, system.urls.web, 'daily-limit');
  await page.getByRole('button', { name: '100', exact: true }).click();
  await clickContinue(page);
  await expectStep(page, 'activate');
  await page.reload();
  await expectStep(page, 'security');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  // Forward cannot skip the password either.
  await page.goForward();
  await expectStep(page, 'security');
  await page.getByLabel('Password', { exact: true }).fill(agent.password);
  await page.getByLabel('Confirm Password').fill(agent.password);
  await clickContinue(page);
  await expectStep(page, 'daily-limit');
  await expect(page.getByLabel('Custom limit')).toHaveValue('100');
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'cc');
  await expect(page.getByText('Your card is saved')).toBeVisible();
  await page.goBack();
  await expectStep(page, 'security');
});

test('resumes at the last step after leaving the sign-up', async ({ system, page }) => {
  const { web } = system.urls;
  await signUpUntil(page, web, 'name');
  await page.getByRole('banner').getByRole('link', { name: 'Annuity Desk' }).click();
  await expect(page).toHaveURL(`${web}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click();
  await expectStep(page, 'name');
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'delivery');
  await page.goBack();
  await expect(page).toHaveURL(`${web}/`);
  await page.goBack();
  await expectStep(page, 'name');
});

test('retries or restarts a sign-up that fails to load', async ({ system, page }) => {
  const agent = await signUpUntil(page, system.urls.web, 'contact');
  const loadFailure = page.getByRole('heading', { name: 'Your sign-up could not be loaded' });
  await failOnceWithBare500(page, '/api/get-started/resume');
  await page.reload();
  await expect(loadFailure).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectStep(page, 'contact');
  await page.goBack();
  await expect(page.getByLabel('First Name')).toHaveValue(agent.firstName);

  await failOnceWithBare500(page, '/api/get-started/resume');
  await page.reload();
  await expect(loadFailure).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expectStep(page, 'start');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await clickContinue(page);
  await expect(page.getByLabel('First Name')).toHaveValue('');
});

test('does not return to a completed sign-up with Back', async ({ system, page }) => {
  const { web } = system.urls;
  await page.goto(web);
  await signUpUntil(page, web, 'cc');
  await fillCard(page, '4242424242424242');
  await clickContinue(page);
  await expectStep(page, 'daily-limit');
  await clickContinue(page);
  await page.getByRole('button', { name: 'ACTIVATE' }).click();
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();
  await page.goBack();
  await expectStep(page, 'start');
  await page.goBack();
  await expect(page).toHaveURL(`${web}/`);
});
