import { expectLive, getServiceSwitch, openDashboard, sellLead } from './agent-helpers.js';
import { installed } from './engines.js';
import { expectNotice } from './helpers.js';
import { completeStep, newApplicant, signUpUntil } from './sign-up-helpers.js';
import { expect, test } from './system.js';

// Chromium is never skipped: Playwright downloads it if it is missing.
test.skip(
  ({ browserName }) => browserName !== 'chromium' && installed[browserName] === undefined,
  'This browser is not installed.',
);

/** The most common tasks, in every installed browser engine. All other tests run only in Chromium. */
test('an agent signs up, gets a lead, works on it and pauses', async ({ system, page }) => {
  const { web } = system.urls;
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const agent = newApplicant();
  await signUpUntil(page, web, 'activate', agent);
  await completeStep(page, 'activate', agent);
  await expect(page.getByText('Your account is ACTIVE.')).toBeVisible();

  await openDashboard(page, web);
  await expectLive(page);
  const lead = await sellLead(page, system);
  await page.getByRole('link', { name: lead.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: lead.name })).toBeVisible();
  await page.getByRole('radio', { name: 'New' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Contacted' })).toBeChecked();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goBack();
  await getServiceSwitch(page).focus();
  await page.keyboard.press('Space');
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  await expect(getServiceSwitch(page)).not.toBeChecked();

  await page.goto(`${web}/settings`);
  await page.getByRole('tab', { name: 'Profile' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Billing' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('4242')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${web}/`);
  expect(errors).toEqual([]);
});
