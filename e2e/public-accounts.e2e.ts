import { waitForLink } from './helpers.js';
import { expect, test } from './system.js';

const password = 'quiet-harbor-4271';
let emailCount = 0;
const newEmail = (): string => `visitor-${Date.now()}-${(emailCount += 1)}@example.com`;

test('validates the sign-in form, shows the server error, and opens the dashboard', async ({
  system,
  page,
}) => {
  const agent = system.seeded.signIns.find(({ email }) => email === 'grace@example.com');
  await page.goto(`${system.urls.web}/login`);
  const email = page.getByLabel('Email');
  const passwordField = page.getByLabel('Password');
  const submit = page.getByRole('button', { name: 'Sign In' });

  await email.fill('grace');
  await expect(page.getByText('Invalid email address')).toBeHidden();
  await submit.click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('grace@example.com');
  await expect(page.getByText('Invalid email address')).toBeHidden();

  await passwordField.fill('not-the-password');
  await page.keyboard.press('Enter');
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toast).toContainText('Error');
  await expect(toast).toContainText('Invalid email or password');
  await expect(toast).toHaveCount(1);

  await passwordField.fill(agent?.password ?? '');
  await submit.click();
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);
  await expect(toast).toContainText('You have been logged in.');
  await expect(toast).toHaveCount(1);
  await expect(page.getByText('grace@example.com')).toBeVisible();

  await page.goto(system.urls.web);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Go to Dashboard' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden();
});

test('keeps what was typed before the scripts of the page were loaded', async ({ system, page }) => {
  const agent = system.seeded.signIns.find(({ email }) => email === 'grace@example.com');
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto(`${system.urls.web}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('grace@example.com');
  arrive();
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Password').fill(agent?.password ?? '');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);
});

test('opens the admin page after an admin signs in', async ({ system, page }) => {
  const admin = system.seeded.signIns.find(({ role }) => role === 'admin');
  await page.goto(`${system.urls.web}/login`);
  await page.getByLabel('Email').fill(admin?.email ?? '');
  await page.getByLabel('Password').fill(admin?.password ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${system.urls.web}/admin`);
  await page.goto(system.urls.web);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Go to Admin' })).toBeVisible();
});

test('validates the registration form, creates the account, and signs out', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/register`);
  const submit = page.getByRole('button', { name: 'Create Account' });
  await submit.click();
  for (const message of ['First name is required', 'Last name is required', 'Invalid email address'])
    await expect(page.getByText(message)).toBeVisible();
  const email = newEmail();
  await page.getByLabel('First Name').fill('Ida');
  await page.getByLabel('Last Name').fill('Reed');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone').fill('(512) 555-0143');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(`${password}x`);
  await submit.click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm Password').fill(password);
  await submit.click();
  await expect(page.getByText('Your account has been created. You are now logged in.').first()).toBeVisible();
  await expect(page).toHaveURL(`${system.urls.web}/dashboard`);
  await page.reload();
  await expect(page.getByRole('complementary').getByText(email)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('never shows Page Not Found while a signed-in page loads', async ({ system, page, request }) => {
  await request.post(`${system.urls.web}/api/auth/register`, {
    data: {
      email: newEmail(),
      password,
      confirmPassword: password,
      firstName: 'Jo',
      lastName: 'Lane',
      phone: '5125550144',
    },
  });
  await page.context().addCookies((await request.storageState()).cookies);
  await page.addInitScript(`
    globalThis.seen = [];
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent;
      if (text && seen.at(-1) !== text) seen.push(text);
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(await page.evaluate<string[]>('globalThis.seen')).toEqual(['Dashboard']);
});

test('resets the password with the emailed link and rejects a used link', async ({
  system,
  page,
  request,
}) => {
  const email = newEmail();
  await request.post(`${system.urls.web}/api/auth/register`, {
    data: {
      email,
      password,
      confirmPassword: password,
      firstName: 'Al',
      lastName: 'Poe',
      phone: '5125550145',
    },
  });
  await page.goto(`${system.urls.web}/forgot-password`);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click();
  await expect(page.getByText('Check your email').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Instructions sent' })).toBeVisible();
  await expect(
    page.getByText(
      `If an account exists with the email ${email}, you'll receive password reset instructions shortly`,
    ),
  ).toBeVisible();

  const link = await waitForLink(request, system, email, '/reset-password');
  await page.goto(link);
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
  await page.goto(link);
  await page.getByLabel('New Password').fill('brisk-lantern-8831');
  await page.getByLabel('Confirm Password').fill('brisk-lantern-8831');
  await page.getByRole('button', { name: 'Save New Password' }).click();
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('focuses a notice with F8, dismisses it by swipe, and hides it after a while', async ({
  system,
  page,
}) => {
  await page.goto(`${system.urls.web}/login`);
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password').fill('not-the-password');
  await page.keyboard.press('Enter');
  const region = page.getByRole('region', { name: /Notifications/ });
  const toast = region.getByRole('listitem');
  await expect(toast).toBeVisible();
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
  await page.keyboard.press('Enter');
  await expect(toast).toBeVisible();
  const shownAt = Date.now();
  await expect(toast).toBeHidden();
  expect(Date.now() - shownAt).toBeGreaterThan(3_500);

  await page.getByLabel('Password').fill('and-not-this-one');
  await page.keyboard.press('Enter');
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await expect(region.getByRole('list')).toBeFocused();
});

test('fills in the address that was typed at sign-in, until a reload', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/login`);
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
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  const top = await page.evaluate<number>('scrollY');
  expect(top).toBeGreaterThan(700);
  release(undefined);
  await page.waitForLoadState('networkidle');
  expect(Math.abs((await page.evaluate<number>('scrollY')) - top)).toBeLessThan(40);
});
