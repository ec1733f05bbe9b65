import {
  expectNotice,
  getToast,
  newEmail,
  openPublicPage,
  PASSWORD,
  signInAsNewAgent,
  waitForLink,
} from './helpers.js';
import { expect, test } from './system.js';

for (const [role, path, link] of [
  ['agent', '/dashboard', 'Go to Dashboard'],
  ['admin', '/admin', 'Go to Admin'],
] as const)
  test(`opens ${path} after an ${role} signs in, and links to it from the landing page`, async ({
    system,
    page,
  }) => {
    const user = system.seeded.signIns.find((each) => each.role === role);
    await openPublicPage(page, `${system.urls.web}/login`);
    await page.getByLabel('Email').fill(user?.email ?? '');
    await page.getByLabel('Password').fill(user?.password ?? '');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expectNotice(page, 'Success', 'You have been logged in.');
    await expect(page).toHaveURL(system.urls.web + path);
    await expect(page.getByRole('complementary').getByText(user?.email ?? '')).toBeVisible();

    await page.goto(system.urls.web);
    await expect(page.getByRole('banner').getByRole('link', { name: link })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden();
  });

test('creates an account, and signs out', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/register`);
  const email = newEmail();
  await page.getByLabel('First Name').fill('Ida');
  await page.getByLabel('Last Name').fill('Reed');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('(512) 555-0143');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectNotice(page, 'Success', 'Your account has been created. You are now logged in.');
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);
  await page.reload();
  await expect(page.getByRole('complementary').getByText(email)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('resets the password with the emailed link and rejects a used link', async ({ system, page }) => {
  const { email } = await signInAsNewAgent(page, system);
  await page.context().clearCookies();
  await openPublicPage(page, `${system.urls.web}/forgot-password`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expectNotice(page, 'Check your email');
  await expect(page.getByRole('heading', { name: 'Instructions sent' })).toBeVisible();
  await expect(
    page.getByText(
      `If an account exists with the email ${email}, you'll receive password reset instructions shortly`,
    ),
  ).toBeVisible();

  const link = await waitForLink(page.request, system, email, '/reset-password');
  await openPublicPage(page, link);
  await expect(page).toHaveURL(`${system.urls.web}/reset-password`);
  await page.getByLabel('New Password').fill('brisk-lantern-8830');
  await page.getByLabel('Confirm Password').fill('brisk-lantern-8830');
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('brisk-lantern-8830');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);

  await page.goto('about:blank');
  await openPublicPage(page, link);
  await page.getByLabel('New Password').fill('brisk-lantern-8831');
  await page.getByLabel('Confirm Password').fill('brisk-lantern-8831');
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('focuses a notice with F8, dismisses it by swipe, and hides it after a while', async ({
  system,
  page,
}) => {
  await openPublicPage(page, `${system.urls.web}/login`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-password');
  await page.keyboard.press('Enter');
  const toast = getToast(page);
  // The notice stays while the pointer is on it.
  await toast.hover();
  const box = await toast.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + 20, { steps: 5 });
  await page.mouse.up();
  await expect(toast).toBeVisible();
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 125, (box?.y ?? 0) + 20, { steps: 8 });
  await page.mouse.up();
  await expect(toast).toBeHidden();

  // The pointer paused the timer of the closed notice. It must not pause the timer of the next one.
  await page.mouse.move(5, 5);
  await page.getByLabel('Password').fill('still-not-it-either');
  const sentAt = Date.now();
  await page.keyboard.press('Enter');
  await expect(toast).toBeVisible();
  await expect(toast).toBeHidden();
  expect(Date.now() - sentAt).toBeGreaterThan(5_000);

  await page.getByLabel('Password').fill('and-not-this-one');
  await page.keyboard.press('Enter');
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused();
});

test('fills in the address that was typed at sign-in, until a reload', async ({ system, page }) => {
  await openPublicPage(page, `${system.urls.web}/login`);
  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/forgot-password`);
  await expect(page.getByLabel('Email')).toHaveValue('nora@example.com');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('nora@example.com');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('opens a new page at its top, and restores the position on reload and Back', async ({
  system,
  page,
}) => {
  const getTop = () => page.evaluate<number>('scrollY');
  // Fonts that load late move the text by up to a line.
  const expectTop = (top: number) =>
    expect.poll(async () => Math.abs((await getTop()) - top)).toBeLessThan(40);
  await page.goto(`${system.urls.web}/terms`);
  await page.evaluate("scrollTo({ top: 700, behavior: 'instant' })");
  await expectTop(700);
  await page.reload();
  await expectTop(700);
  await page.goto(`${system.urls.web}/privacy`);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await getTop()).toBe(0);
  await page.goBack();
  await expectTop(700);
});

test('keeps a scroll position from before the scripts run', async ({ system, page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${system.urls.web}/terms`, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  const top = await page.evaluate<number>('scrollY');
  expect(top).toBeGreaterThan(700);
  release(undefined);
  await page.waitForLoadState('networkidle');
  expect(Math.abs((await page.evaluate<number>('scrollY')) - top)).toBeLessThan(40);
});
