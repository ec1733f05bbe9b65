import type { Page } from '@playwright/test';
import { getDestination } from './admin-helpers.js';
import { expectAccessible, expectNoOverflow } from './accessibility.js';
import {
  findAdmin,
  signInAsNewAgent,
  BUSY,
  expectNotice,
  failLoads,
  failOnce,
  holdRequests,
  listPages,
  signIn,
} from './helpers.js';
import { expect, test } from './system.js';

const LEAD = '11111111-1111-4111-8111-111111111111';
const agentPaths = ['/dashboard', '/reports', `/leads/${LEAD}`, '/integrations'] as const;
const adminPaths = listPages((path) => path.startsWith('/admin')).map((path) =>
  path.replaceAll(/:\w+/g, LEAD),
);
/** Script for the page: the milliseconds since its last resource finished loading. */
const MS_SINCE_LAST_RESOURCE =
  'performance.now() - Math.max(...performance.getEntriesByType("resource").map((one) => one.responseEnd))';
const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const getNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const getSidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

/** Records every h1 that the page shows, in order, so that a flash of a wrong page fails the test. */
const recordHeadings = (page: Page) =>
  page.addInitScript(`
    globalThis.seen = [];
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent;
      if (text && seen.at(-1) !== text) seen.push(text);
    }).observe(document, { childList: true, subtree: true });
  `);

test('shows only Page Not Found on signed-in paths to a signed-out visitor', async ({ system, page }) => {
  await recordHeadings(page);
  for (const path of [...agentPaths, ...adminPaths, '/settings']) {
    const answer = await page.goto(system.urls.web + path);
    expect(answer?.status(), path).toBe(404);
    await expect(getHeading(page, 'Page Not Found'), path).toBeVisible();
    expect(await page.evaluate('globalThis.seen'), path).toEqual(['Page Not Found']);
    await expect(page).toHaveTitle('Page Not Found | Annuity Desk');
  }
});

test('never shows Page Not Found while a signed-in page loads', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await recordHeadings(page);
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(getHeading(page, 'Dashboard')).toBeVisible();
  expect(await page.evaluate('globalThis.seen')).toEqual(['Dashboard']);
});

test('offers to sign in on a page that needs it, and opens that page afterwards', async ({
  system,
  page,
}) => {
  const { email, password } = await signInAsNewAgent(page, system);
  await page.context().clearCookies();
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await page.getByRole('link', { name: 'Sign in to open this page' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${system.urls.web}/settings?tab=security`);
  await expect(getHeading(page, 'Settings')).toBeVisible();
  await page.goto(`${system.urls.web}/nowhere`);
  await expect(getHeading(page, 'Page Not Found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to open this page' })).toBeHidden();
});

test('hides admin pages from agents and agent pages from admins', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await recordHeadings(page);
  for (const path of adminPaths) {
    await page.goto(system.urls.web + path);
    await expect(getHeading(page, 'Page Not Found'), path).toBeVisible();
    expect(await page.evaluate('globalThis.seen'), path).toEqual(['Page Not Found']);
  }
  await signIn(page.request, system, findAdmin(system));
  for (const path of agentPaths) {
    await page.goto(system.urls.web + path);
    await expect(page, path).toHaveURL(`${system.urls.web}/admin`);
  }
  await expect(getDestination(page, 'Admin')).toHaveAttribute('aria-current', 'page');
  await expect(getNav(page).locator('a:not([href^="/admin"], [href="/settings"])')).toHaveCount(0);
  await getDestination(page, 'Settings').click();
  await expect(getHeading(page, 'Settings')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Profile', 'Security']);
  await page.goto(`${system.urls.web}/settings?tab=billing`);
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
});

test('collapses the sidebar by click and keyboard and remembers it for seven days', async ({
  system,
  page,
  context,
}) => {
  const { email } = await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await expect(getNav(page).locator('a')).toHaveText(['Dashboard', 'Reports', 'Integrations', 'Settings']);
  await expect(getNav(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  await expect(getSidebar(page).getByText('NQ', { exact: true })).toBeVisible();
  await expect(getSidebar(page).getByText('Nora Quist')).toBeVisible();
  await expect(getSidebar(page).getByText(email)).toBeVisible();
  await expect(getSidebar(page)).toHaveCSS('width', '256px');

  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect(getSidebar(page)).toHaveCSS('width', '48px');
  const cookie = (await context.cookies()).find(({ name }) => name === 'desk-sidebar');
  expect(cookie?.value).toBe('collapsed');
  const days = ((cookie?.expires ?? 0) - Date.now() / 1_000) / 86_400;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await expect(getSidebar(page)).toHaveCSS('width', '48px');
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  for (const [keys, width] of [
    ['Control+b', '256px'],
    ['Meta+b', '48px'],
    ['Control+b', '256px'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(getSidebar(page)).toHaveCSS('width', width);
  }
});

test('shows the tooltip of an icon after 700 ms and of the next icon at once', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.context().addCookies([{ name: 'desk-sidebar', value: 'collapsed', url: system.urls.web }]);
  await page.clock.install();
  await page.goto(`${system.urls.web}/settings`);
  await expect(getHeading(page, 'Settings')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const hover = async (name: string, nudge = 0) => {
    const box = await getNav(page).getByRole('link', { name }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20 + nudge, (box?.y ?? 0) + 20, { steps: 4 });
  };
  const tooltip = page.getByRole('tooltip');
  await hover('Dashboard');
  await page.clock.runFor(690);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tooltip).toHaveText('Dashboard');
  // A browser under load merges several pointer moves into one, and the tooltip stays open while the pointer may be
  // on its way to it. The test therefore keeps moving the pointer while the page clock is paused.
  let nudge = 0;
  await expect(async () => {
    await hover('Integrations', (nudge = nudge === 0 ? 3 : 0));
    await expect(tooltip).toHaveText('Integrations', { timeout: 500 });
  }).toPass();
  await expect(async () => {
    await page.mouse.move(600, 400 + (nudge = nudge === 0 ? 3 : 0), { steps: 4 });
    await expect(tooltip).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await page.clock.runFor(310);
  await hover('Settings');
  await page.clock.runFor(600);
  await expect(tooltip).toHaveCount(0);
});

test('shows logout progress and failure', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await failOnce(page, 'POST', '/api/auth/logout');
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expectNotice(page, 'Error', 'Failed to logout');
  await expect(logout).toBeEnabled();

  const release = await holdRequests(page, '/api/auth/logout');
  await logout.click();
  await expect(page.getByRole('button', { name: 'Logging out...' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(`${system.urls.web}/`);
  await page.goto(`${system.urls.web}/settings`);
  await expect(getHeading(page, 'Page Not Found')).toBeVisible();
});

test('offers a retry when the current user fails to load', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  const recover = await failLoads(page, '/api/auth/user');
  await page.goto(`${system.urls.web}/settings`);
  await expect(getHeading(page, 'Something went wrong')).toBeVisible();
  await expect(page.getByText(BUSY)).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(getHeading(page, 'Settings')).toBeVisible();
});

test('opens the sign-in page when the session ended elsewhere', async ({ system, page }) => {
  const person = await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  const out = await page.request.post(`${system.urls.web}/api/auth/logout`, { data: {} });
  expect(out.ok()).toBe(true);
  await getNav(page).getByRole('link', { name: 'Integrations' }).click();
  await expectNotice(page, 'Error', 'Your session has ended. Please sign in again.');
  await expect(page).toHaveURL(`${system.urls.web}/login`);
  await expect(page.getByText(person.email)).toBeHidden();
});

test('reloads a page that the browser restores after a sign-out', async ({ system, page, request }) => {
  const { email } = await signInAsNewAgent(page, system);
  const answer = await page.goto(`${system.urls.web}/settings`);
  expect(answer?.headers()['cache-control']).toBe('no-store');
  const publicPage = await request.get(`${system.urls.web}/contact`);
  expect(publicPage.headers()['cache-control']).toBe('private, no-cache');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  const out = await page.request.post(`${system.urls.web}/api/auth/logout`, { data: {} });
  expect(out.ok()).toBe(true);
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await expect(getHeading(page, 'Page Not Found')).toBeVisible();
  await expect(page.getByText(email)).toBeHidden();
});

test('traps focus in the phone drawer and returns it on close', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  const menu = page.getByRole('button', { name: 'Menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(getSidebar(page)).toHaveCount(0);
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toHaveCSS('width', '288px');
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(drawer.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();

  await page.keyboard.press('Control+b');
  await expect(drawer).toBeVisible();
  // Clicks outside the drawer only after it has slid in, as a person would.
  await drawer.evaluate('(drawer) => Promise.all(drawer.getAnimations().map(({ finished }) => finished))');
  await page.mouse.click(370, 600);
  await expect(drawer).toBeHidden();

  await menu.click();
  await drawer.getByRole('link', { name: 'Integrations' }).click();
  await expect(getHeading(page, 'Integrations')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await menu.click();
  await page.setViewportSize({ width: 800, height: 844 });
  await expect(drawer).toBeHidden();
  await expect(getSidebar(page)).toBeVisible();
});

test('skips the sidebar and navigates between pages by keyboard', async ({ system, page }) => {
  await signInAsNewAgent(page, system);
  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeFocused();
  await getNav(page).getByRole('link', { name: 'Integrations' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Integrations | Annuity Desk');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the layout is accessible at every width, with the sidebar open and collapsed', async ({
  system,
  page,
}) => {
  await signInAsNewAgent(page, system);
  for (const width of [390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${system.urls.web}/integrations`);
    await expect(page.getByRole('button', { name: 'Request Integration' }).first()).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page, `${width} px`);
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('dialog').or(page.getByRole('button', { name: 'Expand' }))).toBeVisible();
    await expectAccessible(page, `${width} px, toggled`);
    await page.context().clearCookies({ name: 'desk-sidebar' });
  }
});

test('loads at most 220 KB of script on every signed-in page', async ({ system, page, request }) => {
  const sizes = new Map<string, number>();
  const gzipped = async (url: string): Promise<number> => {
    const headers = { 'accept-encoding': 'gzip' };
    const size = sizes.get(url) ?? Number((await request.get(url, { headers })).headers()['content-length']);
    sizes.set(url, size);
    return size;
  };
  const measure = async (path: string, title: string) => {
    const scripts = new Set<string>();
    page.removeAllListeners('request');
    page.on('request', (one) => {
      if (one.url().includes('/assets/') && one.url().endsWith('.js')) scripts.add(one.url());
      expect(one.url(), path).not.toContain('stripe');
    });
    await page.goto(system.urls.web + path);
    await expect(getHeading(page, title), path).toBeVisible();
    await expect.poll(() => page.evaluate<number>(MS_SINCE_LAST_RESOURCE)).toBeGreaterThan(500);
    let bytes = 0;
    for (const url of scripts) bytes += await gzipped(url);
    expect(bytes, path).toBeGreaterThan(100_000);
    expect(bytes, path).toBeLessThanOrEqual(220_000);
  };
  await signInAsNewAgent(page, system);
  for (const name of ['Dashboard', 'Reports', 'Integrations']) await measure(`/${name.toLowerCase()}`, name);
  for (const tab of ['profile', 'billing', 'security']) await measure(`/settings?tab=${tab}`, 'Settings');
  await signIn(page.request, system, findAdmin(system));
  await measure('/admin', 'Admin Dashboard');
});
