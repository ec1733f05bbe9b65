import { expectNotice, getToast, signInAsNewAgent, signInAsOwner, waitForLink } from './helpers.js';
import { addApp, addPasskeys, enterPassword, getButton, getDialog, getTwoStep } from './security-helpers.js';
import { expect, test } from './system.js';

// The messages at each limit. The system has the limits of production, except for live pages.
test.use({ settings: { RATE_LIMIT_FACTOR: '1', MAX_LIVE_STREAMS_PER_NETWORK: '1' } });

const WAIT = /^Too many requests\. Please try again in \d+ (second|minute)s?\.$/;

test('says how long to wait after too many attempts and too many emails', async ({ system, page }) => {
  const { web } = system.urls;
  const { email } = await signInAsNewAgent(page, system);
  await page.goto(`${web}/dashboard`);
  const resend = async (): Promise<number> => {
    const answer = page.waitForResponse('**/api/user/resend-confirmation');
    await getButton(page, 'Send a new link').click();
    return (await answer).status();
  };
  for (let emails = 0; emails < 5; emails += 1) expect(await resend()).toBe(200);
  expect(await resend()).toBe(429);
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please try again in 1 hour.');

  await page.context().clearCookies();
  const attempt = async (): Promise<boolean> => {
    const answer = page.waitForResponse('**/api/auth/login');
    await enterPassword(page, system, email, 'not-the-password');
    return (await answer).status() === 429;
  };
  // The wait doubles with each attempt, so it soon outlasts the next attempt.
  let attempts = 1;
  while (!(await attempt())) attempts += 1;
  expect(attempts).toBeGreaterThan(6);
  await expect(getToast(page).getByText(WAIT)).toBeVisible();
});

test('says that too many pages are live, and reconnects when one was closed', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewAgent(page, system);
  await page.goto(`${web}/dashboard`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  const other = await page.context().newPage();
  await other.clock.install();
  await other.goto(`${web}/dashboard`);
  await expect(
    other.getByText('Live updates are paused: too many pages are open on your network.'),
  ).toBeVisible();
  await page.close();
  // The page reconnects after the time that the server asked for, about a minute.
  await expect(async () => {
    await other.clock.fastForward(70_000);
    await expect(other.getByText('Live', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('says that ten sign-in methods are the limit', async ({ system, page }) => {
  const { email } = await signInAsOwner(page, system);
  await addPasskeys(system, email, 10);
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await expect(getTwoStep(page).getByRole('listitem')).toHaveCount(10);
  const message = 'You have reached the limit of 10 methods.';
  await getButton(page, 'Add an authenticator app').click();
  await expectNotice(page, 'Error', message);
  await getButton(page, 'Add a passkey').click();
  await getButton(page, 'Create passkey').click();
  await expect(getDialog(page).getByRole('alert')).toHaveText(message);
});

test('asks to select the recovery codes when the browser refuses to copy them', async ({ system, page }) => {
  await page.context().grantPermissions(['clipboard-write']);
  const { email } = await signInAsOwner(page, system);
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await addApp(page, system, email, 'Phone');
  const failure = getDialog(page).getByText('The codes could not be copied. Please select them instead.');
  const copy = async (): Promise<void> => {
    await getButton(page, 'Copy').click();
    await expect(failure).toBeVisible();
  };
  // First refused by the browser, then as on a page without https, where there is no clipboard.
  await page.evaluate(
    "(navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))) && 0",
  );
  await copy();
  await page.reload();
  await getButton(page, 'Replace recovery codes').click();
  await page.evaluate(
    "Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })",
  );
  await copy();
  await page.evaluate('delete navigator.clipboard');
  await getButton(page, 'Copy').click();
  await expect(getButton(page, 'Copied')).toBeVisible();
  await expect(failure).toBeHidden();
});

test('stops asking to confirm an address that was confirmed elsewhere', async ({ system, page }) => {
  const { web } = system.urls;
  const { email } = await signInAsNewAgent(page, system);
  await page.goto(`${web}/dashboard`);
  const resend = getButton(page, 'Send a new link');
  await expect(resend).toBeVisible();
  const [, token] = (await waitForLink(page.request, system, email, '/confirm-email')).split('#token=');
  expect((await page.request.post(`${web}/api/auth/confirm-email`, { data: { token } })).ok()).toBe(true);
  const answer = page.waitForResponse('**/api/user/resend-confirmation');
  await resend.click();
  expect(await (await answer).json()).toMatchObject({ code: 'EMAIL_ALREADY_CONFIRMED' });
  await expect(resend).toBeHidden();
});
