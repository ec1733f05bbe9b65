import { PASSWORD, signInAsNewAgent } from './helpers.js';
import { expect, test } from './system.js';

// A prerendered form is shown, and may be filled in, before its scripts are there.

test.setTimeout(60_000);
test('puts no password into the URL when a form is sent before its scripts are loaded', async ({
  system,
  page,
}) => {
  const url = `${system.urls.web}/login`;
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(url);
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  const violation = page.waitForEvent('console', {
    predicate: (line) => line.text().includes('form-action'),
  });
  await page.getByRole('button', { name: 'Sign In' }).click({ noWaitAfter: true });
  await violation;
  expect(page.url()).toBe(url);
});

test('sends what was entered before the form was ready', async ({ system, page }) => {
  const { web } = system.urls;
  const { email, password } = await signInAsNewAgent(page, system);
  await page.context().clearCookies();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/assets/core-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`${web}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  release(undefined);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`${web}/dashboard`);
});
