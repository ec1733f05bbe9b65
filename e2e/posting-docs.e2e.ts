import { randomUUID } from 'node:crypto';
import type { FunnelWithKey } from '@desk/contracts';
import { signInAsAdmin } from './admin-helpers.js';
import { openPublicPage } from './helpers.js';
import { expect, test } from './system.js';

test('a tool is found by its name, and its page shows where to paste the address', async ({
  system,
  page,
}) => {
  // Public pages do not need it.
  await page.route('**/assets/signed-in-routes-*.js', (route) => route.abort());
  await openPublicPage(page, `${system.urls.web}/docs/posting`);
  await expect(page.getByRole('heading', { level: 1, name: 'Posting leads' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Google Ads lead forms' })).toBeVisible();

  const search = page.getByLabel('Find your tool');
  await search.fill('no such tool');
  await expect(page.getByText('We know nothing particular about this tool.')).toBeVisible();
  await search.fill('lead prosper');
  await page.getByRole('link', { name: 'Lead Prosper' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lead Prosper' })).toBeVisible();
  await expect(page).toHaveTitle('Posting from Lead Prosper | Annuity Desk');
  const picture = page.getByRole('figure');
  await expect(picture).toContainText(`${system.urls.web}/api/ingest/in/fna_…`);
  await expect(picture.getByText('DUPLICATE_LEAD')).toBeVisible();
  await expect(page.getByText('A post is a test if lp_action is test.')).toBeVisible();

  await page.getByRole('link', { name: 'Posting leads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Posting leads' })).toBeVisible();
  await page.goto(`${system.urls.web}/docs/posting/no-such-tool`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible();
});

test('the page of a tool that we cannot recognize does not mention recognition', async ({ system, page }) => {
  await page.goto(`${system.urls.web}/docs/posting/zapier`);
  await expect(page.getByText('Choose the event POST')).toBeVisible();
  await expect(page.getByText('We know the tool by what it sends.')).toHaveCount(0);
});

test('the dialog of a new address opens the documentation beside it', async ({ system, page }) => {
  await signInAsAdmin(page, system);
  const created = await page.request.post(`${system.urls.web}/api/admin/funnels`, {
    data: { name: `Docs ${randomUUID().slice(0, 8)}` },
  });
  const { funnel } = (await created.json()) as FunnelWithKey;
  await page.goto(`${system.urls.web}/admin/funnels/${funnel.id}`);
  await page.getByRole('button', { name: 'Add private address' }).click();
  const dialog = page.getByRole('dialog', { name: 'The new address' });
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Where to paste it in each tool' }).click();
  const docs = await opened;
  await expect(docs.getByRole('heading', { level: 1, name: 'Posting leads' })).toBeVisible();
  await expect(dialog).toBeVisible();
});

test('the example form posts a lead from an allowed page, and says why a post is refused', async ({
  system,
  page,
  browser,
}) => {
  await signInAsAdmin(page, system);
  const api = `${system.urls.web}/api/admin/funnels`;
  const created = await page.request.post(api, { data: { name: `Form ${randomUUID().slice(0, 8)}` } });
  const { funnel } = (await created.json()) as FunnelWithKey;
  const { id, createdAt: _at, keys: _keys, ...settings } = funnel;
  const origin = 'https://form.example';
  await page.request.patch(`${api}/${id}`, { data: { ...settings, allowedOrigins: [origin] } });
  const added = await page.request.post(`${api}/${id}/keys`, { data: { kind: 'publishable' } });
  const { key } = (await added.json()) as FunnelWithKey;
  await page.goto(`${system.urls.web}/docs/posting`);
  const code = (await page.getByLabel('Example of a form').textContent()) ?? '';

  const context = await browser.newContext();
  // Without this permission, Chromium does not let a page of another site post to this machine.
  await context.grantPermissions(['local-network-access'], { origin });
  const post = async (usedKey: string, email: string): Promise<string> => {
    const form = await context.newPage();
    await form.route(`${origin}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: code.replace('YOUR_KEY', usedKey) }),
    );
    await form.goto(`${origin}/`);
    const values = { 'First name': 'Margaret', 'Last name': 'Ellison', Email: email, State: 'Texas' };
    const others = { Phone: '(512) 555-0142', 'ZIP code': '78701', Age: '64', 'Savings to invest': '250k' };
    for (const [label, value] of Object.entries({ ...values, ...others }))
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Send' }).click();
    const status = form.getByRole('status');
    await expect(status).not.toBeEmpty();
    return (await status.textContent()) ?? '';
  };
  // The gateway learns of the funnel's origins some seconds later.
  await expect
    .poll(async () => {
      const preflight = await page.request.fetch(`${system.urls.web}/api/ingest/leads`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      return preflight.headers()['access-control-allow-origin'];
    })
    .toBe(origin);
  // An overloaded system refuses posts for a moment.
  await expect.poll(() => post(key, 'margaret.ellison@example.com')).toBe('Thank you.');
  await expect.poll(() => post(key, 'margaret@nowhere')).toContain('email');
  await expect.poll(() => post('fnp_of-nobody', 'margaret.ellison@example.com')).toContain('key');
  await context.route('**/api/ingest/leads', (route) => route.abort());
  expect(await post(key, 'margaret.ellison@example.com')).toBe('This was not sent. Please try again.');
  await context.close();
});
