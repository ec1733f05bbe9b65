import { expectAccessibleLayout } from './accessibility.js';
import { expectNotice, findAdmin, getToast } from './helpers.js';
import { addApp, codeOf, enterPassword, getButton, getTwoStep, turnOffApps } from './security-helpers.js';
import { expect, test } from './system.js';

test.use({ settings: { REQUIRE_ADMIN_SECOND_FACTOR: 'true' } });

test('an admin sets up a second factor before anything else', async ({ system, page }) => {
  const { email, password } = findAdmin(system);
  const { web } = system.urls;
  await enterPassword(page, system, email, password);
  await expect(page).toHaveURL(`${web}/settings?tab=security`);
  await expect(page.getByText('Two-step sign-in is required')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Security']);
  await expectAccessibleLayout(page);
  const refused = await page.request.get(`${web}/api/admin/users`);
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
    detail: 'Set up two-step sign-in to continue.',
  });
  await page.goto(`${web}/admin`);
  await expect(page).toHaveURL(`${web}/settings?tab=security`);

  const { secret } = await addApp(page, system, email, 'Phone');
  await getButton(page, 'I have saved them').click();
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Security']);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();

  await page.goto(`${web}/settings?tab=security`);
  await getButton(page, 'Remove Phone').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(
    getToast(page).getByText(
      'Your account needs at least one method. Add another one before you remove this one.',
    ),
  ).toBeVisible();

  await page.request.post(`${web}/api/auth/logout`, { data: {} });
  await enterPassword(page, system, email, password);
  await page.getByLabel('Authentication code').fill(codeOf(secret));
  await getButton(page, 'Verify').click();
  await expect(page).toHaveURL(`${web}/admin`);

  // A method that a recovery turned off does not count until it is kept.
  await turnOffApps(system, email);
  await page.goto(`${web}/settings?tab=security`);
  await expect(page.getByRole('tab')).toHaveText(['Security']);
  await expect(getTwoStep(page)).toContainText('Two-step sign-in is off.');
  await expect(getTwoStep(page)).toContainText('Turned off when your account was recovered.');
  await expect(getButton(page, 'Replace recovery codes')).toHaveCount(0);
  await getButton(page, 'Remove Phone').click();
  await expect(page.getByRole('alertdialog')).toContainText('It is turned off, so nothing else changes.');
  await page.keyboard.press('Escape');
  await getButton(page, 'Keep Phone').click();
  await expectNotice(page, 'Success', 'Phone has been kept.');
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Security']);
  await expect(getTwoStep(page)).not.toContainText('Two-step sign-in is off.');
  await expect(getButton(page, 'Replace recovery codes')).toBeVisible();
});
