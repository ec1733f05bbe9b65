import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { waitForScripts, openPublicPage } from './helpers.js';
import { expect, test } from './system.js';

const pages = {
  '/': 'Annuity leads sold once',
  '/login': 'Welcome Back',
  '/register': 'Create your account',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Reset your password',
  '/confirm-email': 'Confirm your email',
  '/undo-email-change': 'Undo the email change',
  '/get-started': 'Welcome to Annuity Desk',
  '/contact': 'Contact us',
  '/status': 'System status',
  '/funnel-report': 'Funnel report',
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/guides/webhooks': 'Webhooks',
  '/docs/posting': 'Posting leads',
  '/docs/posting/google-ads': 'Google Ads lead forms',
  '/docs/posting/everflow': 'Everflow',
  '/nowhere': 'Page Not Found',
} as const;

test.describe('each page', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [path, heading] of Object.entries(pages))
    test(`${path} is accessible and fits phone and desktop`, async ({ system, page }) => {
      await openPublicPage(page, system.urls.web + path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.setViewportSize({ width: 1600, height: 844 });
      await expectNoOverflow(page);
      await expectAccessibleLayout(page);
    });
});

test('serves prerendered HTML without inline code and with correct cache headers', async ({
  system,
  request,
}) => {
  const page = await request.get(`${system.urls.web}/login`);
  const html = await page.text();
  expect(html).toContain('Enter your credentials to access your account');
  expect(html).toContain('<title>Sign In | Annuity Desk</title>');
  expect(html).not.toMatch(/<script>|<style|\sstyle="|\son[a-z]+="/);
  const { 'cache-control': cache, 'content-security-policy': policy = '' } = page.headers();
  expect(cache).toBe('private, no-cache');
  expect(policy).not.toContain('unsafe-inline');
  for (const rule of ["base-uri 'none'", "require-trusted-types-for 'script'", 'trusted-types default'])
    expect(policy).toContain(rule);
  expect(page.headers()['x-frame-options']).toBe('DENY');
  const securityFile = await request.get(`${system.urls.web}/.well-known/security.txt`);
  const policyUrl = /^Policy: (.*)$/m.exec(await securityFile.text())?.[1] ?? '';
  expect(await (await request.get(policyUrl)).text()).toContain('Reporting a vulnerability');

  const script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const asset = await request.get(system.urls.web + script, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  const etag = page.headers()['etag'] ?? '';
  const revalidated = await request.get(`${system.urls.web}/login`, { headers: { 'if-none-match': etag } });
  expect(revalidated.status()).toBe(304);
});

test('returns 404 for unknown pages, assets and API routes', async ({ system, request }) => {
  for (const path of ['/nowhere', '/dashboard', '/assets/gone.js', '/shell.html', '//elsewhere.example/'])
    expect((await request.get(system.urls.web + path, { maxRedirects: 0 })).status(), path).toBe(404);
  const api = await request.get(`${system.urls.web}/api/nowhere`);
  expect(await api.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  const map = await (await request.get(`${system.urls.web}/sitemap.xml`)).text();
  expect(map).toContain(`<loc>${system.urls.web}/terms</loc>`);
  expect(map).toContain(`<loc>${system.urls.web}/docs/posting</loc>`);
  expect(map).not.toContain('reset-password');
});

test('loads the landing page without API calls, console errors or layout shift', async ({ system, page }) => {
  const calls: string[] = [];
  const consoleErrors: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(system.urls.web, { waitUntil: 'networkidle' });
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(consoleErrors).toEqual([]);
  const shift = await page.evaluate<number>('globalThis.shift');
  expect(shift).toBeLessThanOrEqual(0.02);
});

test('loads at most 140 KB of script on every public page', async ({ system, page, request }) => {
  const sizes = new Map<string, number>();
  const gzipped = async (url: string): Promise<number> => {
    const known = sizes.get(url);
    if (known !== undefined) return known;
    const { 'content-length': length, 'content-encoding': encoding } = (
      await request.get(url, { headers: { 'accept-encoding': 'gzip' } })
    ).headers();
    expect(encoding, url).toBe('gzip');
    sizes.set(url, Number(length));
    return Number(length);
  };
  for (const path of Object.keys(pages)) {
    const scripts = new Set<string>();
    page.removeAllListeners('request');
    page.on('request', (one) => {
      if (one.url().includes('/assets/') && one.url().endsWith('.js')) scripts.add(one.url());
    });
    await page.goto(system.urls.web + path, { waitUntil: 'networkidle' });
    let bytes = 0;
    for (const url of scripts) bytes += await gzipped(url);
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThanOrEqual(140_000);
  }
});

test('links to the landing page sections from every page', async ({ system, page }) => {
  await page.goto(system.urls.web);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(/#pricing$/);
  await expect(page.getByRole('heading', { name: 'Pay for leads' })).toBeInViewport();
  await page.goto(`${system.urls.web}/terms`);
  await header.getByRole('link', { name: 'Features' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/#features`);
  await expect(page.getByRole('heading', { name: "Leads you'll be glad to call." })).toBeInViewport();
});

test('opens and closes the phone menu by keyboard', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPublicPage(page, system.urls.web);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  const features = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' });
  await expect(features).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(features).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(features).toBeHidden();
  await expect(menu).toBeFocused();
});

test('closes the phone menu when another page opens', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPublicPage(page, `${system.urls.web}/contact`);
  const contact = page.getByRole('heading', { level: 1, name: 'Contact us' });
  const landing = page.getByRole('heading', { level: 1, name: 'Annuity leads sold once' });
  const menu = page.getByRole('button', { name: 'Menu' });
  const features = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features' });
  await menu.click();
  await expect(features).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Annuity Desk' }).click();
  await expect(landing).toBeVisible();
  await expect(features).toBeHidden();
  await menu.click();
  await expect(features).toBeVisible();
  await page.goBack();
  await expect(contact).toBeVisible();
  await expect(features).toBeHidden();
});

test('numbers the steps of the webhook guide', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/guides/webhooks`);
  await expect(page.locator('article ol').first()).toHaveCSS('list-style-type', 'decimal');
});

test('links from Page Not Found to the homepage and back', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/contact`);
  await openPublicPage(page, `${system.urls.web}/settings`);
  await expect(page.getByText('404')).toBeVisible();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/contact`);
  await page.goto(`${system.urls.web}/nowhere`);
  await page.getByRole('link', { name: 'Go to Homepage' }).click();
  await expect(page).toHaveURL(`${system.urls.web}/`);

  // A new tab has nothing to go back to.
  const opened = page.waitForEvent('popup');
  await page.evaluate("open('/nowhere')");
  const tab = await opened;
  await waitForScripts(tab);
  await tab.getByRole('button', { name: 'Go Back' }).click();
  await expect(tab).toHaveURL(`${system.urls.web}/`);
  await expect(tab.getByRole('heading', { level: 1, name: 'Annuity leads sold once' })).toBeVisible();
});
