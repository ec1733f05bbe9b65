import { randomInt, randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { addDifference, createAgent, signInAsAdmin, withSeededAgentsPaused } from './admin-helpers.js';
import {
  getLimitField,
  openDashboard,
  pauseService,
  postLead,
  sellLead,
  signInAsOwnerWithCard,
} from './agent-helpers.js';
import { listPages, signIn } from './helpers.js';
import { addFocusScript, closeDialog, walkDialog, walkOpenDialog, walkPage } from './keyboard.js';
import { createFunnelWithAddress, germanLead, hold } from './mapping-helpers.js';
import { addApp, addPasskeys, expireProof, getButton } from './security-helpers.js';
import { expect, type System, test } from './system.js';

// A focus ring in mid-transition is thinner than its final width.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const WIDTHS = [1280, 390];

async function openPage(page: Page, system: System, path: string): Promise<void> {
  await page.goto(system.urls.web + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Tabs through pages, wide and narrow. A detail page is found by a link on an earlier page. */
async function walkPages(page: Page, system: System, paths: readonly string[]): Promise<void> {
  const links = new Set<string>();
  for (const path of paths) {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?#]+').replace('?', '\\?')}$`);
    const found = path.includes(':') ? [...links].find((link) => pattern.test(link)) : path;
    if (found === undefined) throw new Error(`No page before ${path} links to such a page`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await openPage(page, system, found);
      await walkPage(page, `${found}, ${width} px`);
    }
    const hrefs = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as unknown as Link).getAttribute('href')));
    for (const href of hrefs) if (href !== null) links.add(href);
  }
}
/** The part of a link element that the test uses. */
interface Link {
  getAttribute(name: string): string | null;
}

/** Buttons that open a dialog, by the page that they are on. */
type Dialogs = readonly (readonly [path: string, ...buttons: readonly (string | RegExp)[]])[];

async function walkDialogs(page: Page, system: System, dialogs: Dialogs): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 844 });
  for (const [path, ...buttons] of dialogs) {
    await openPage(page, system, path);
    for (const name of buttons) {
      const button = page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' });
      await walkDialog(page, button.first(), `${path}, ${String(name)}`);
    }
  }
}

/** Tabs around the open dialog, wide and narrow, and closes it. */
async function walkAtEachWidth(page: Page, opener: Locator, context: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await walkOpenDialog(page, `${context}, ${width} px`);
  }
  await closeDialog(page, opener, context);
}

async function walkConnectionRemoval(page: Page, system: System, funnelId: string): Promise<void> {
  await openPage(page, system, `/admin/funnels/${funnelId}`);
  await getButton(page, 'Connect Typeform').press('Enter');
  await page.getByLabel('Webhook secret', { exact: true }).fill('first-secret');
  await page.keyboard.press('Enter');
  const remove = getButton(page, 'Remove Typeform');
  await remove.press('Enter');
  await walkAtEachWidth(page, remove, 'removing a connection');
}

async function walkLimitRise(page: Page, system: System): Promise<void> {
  await openDashboard(page, system.urls.web);
  const limit = getLimitField(page);
  await limit.fill('900');
  await walkAtEachWidth(page, limit, 'raising the daily limit');
}

async function walkPhoneCode(page: Page, system: System): Promise<void> {
  await openPage(page, system, '/integrations');
  const card = page.getByRole('region', { name: 'SMS', exact: true });
  const setUp = card.getByRole('button', { name: 'Set up now' });
  await setUp.press('Enter');
  const line = String(randomInt(10_000)).padStart(4, '0');
  await page.getByLabel('Phone number').fill(`(512) 345-${line}`);
  await page.getByRole('checkbox', { name: /^I agree to receive text messages/ }).press('Space');
  await getButton(page, 'Send a code').press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await walkAtEachWidth(page, setUp, 'the code of a text message');
}

/** Signing in at the start of the test is proof enough, so the codes are shown at once. */
async function walkRecoveryCodes(page: Page, system: System, email: string): Promise<void> {
  await openPage(page, system, '/settings?tab=security');
  await addApp(page, system, email, 'Phone');
  await getButton(page, 'I have saved them').press('Enter');
  const replace = getButton(page, 'Replace recovery codes');
  await replace.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  await walkAtEachWidth(page, replace, 'new recovery codes');
}

async function walkMenu(page: Page, system: System, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, system, path);
  await walkDialog(page, page.getByRole('button', { name: 'Menu' }), `${path}, the menu`);
}

async function post(page: Page, system: System, path: string, data: object): Promise<void> {
  const answer = await page.request.post(system.urls.web + path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Creates an agent with a disputed lead, a problem report and integration requests. */
async function addAgentWithProblems(browser: Browser, system: System): Promise<void> {
  const context = await browser.newContext();
  const agent = await context.newPage();
  await signInAsOwnerWithCard(agent, system, 'pm_card_createDispute');
  const { id } = await sellLead(agent, system);
  await post(agent, system, `/api/leads/${id}/problem-reports`, { reason: 'not-delivered', details: '' });
  for (const integrationType of ['slack', 'other'])
    await post(agent, system, '/api/request-integration', { integrationType });
  await pauseService(agent, system);
  await context.close();
}

test('an admin reaches every control of every page and dialog by keyboard', async ({
  system,
  page,
  browser,
}) => {
  await addFocusScript(page);
  await addAgentWithProblems(browser, system);
  const profile = { firstName: 'Kay', lastName: 'Board', phone: '+15125550154' };
  const { id: userId } = await createAgent(system, profile, (request) => pauseService({ request }, system));
  await addDifference(system);
  await signInAsAdmin(page, system);
  const source = await createFunnelWithAddress(page, system);
  await hold(page, system, source, germanLead(), 1);
  const title = 'Leads arrive late';
  const incident = { title, components: ['delivery'], status: 'investigating', text: 'We are looking.' };
  await post(page, system, '/api/admin/incidents', incident);

  await withSeededAgentsPaused(system, async () => {
    const { id: leadId } = await postLead(page.request, system);
    await walkPages(page, system, [
      ...listPages((path) => path.startsWith('/admin')),
      '/settings',
      '/settings?tab=security',
    ]);
    await walkDialogs(page, system, [
      ['/admin', /^Refund /],
      ['/admin/funnels', 'New funnel'],
      [`/admin/funnels/${source.id}`, 'Connect Typeform', /^Revoke key/, 'Add report link'],
      ['/admin/held-posts', 'Replay all', /^Discard: /],
      ['/admin/integrations', /^Connect Slack/, /^Mark as active: /, /^Decline: /],
      ['/admin/disputes', /^Resume service: /],
      ['/admin/reconciliation', /^Acknowledge: /],
      ['/admin/deliveries', 'Send all again'],
      ['/admin/incidents', 'New incident', `Add update: ${title}`],
      [
        `/admin/users/${userId}`,
        'Disable account',
        'Confirm address',
        'Resume service',
        'Change daily limit',
      ],
      [`/admin/leads/${leadId}`, 'Withdraw', 'Re-route'],
    ]);
    await page.goto(`${system.urls.web}/admin/problems`);
    await page.getByRole('link', { name: 'Not delivered' }).first().click();
    await expect(page).toHaveURL(/\/admin\/problems\/./);
    await walkDialogs(page, system, [[new URL(page.url()).pathname, 'Approve and refund', 'Decline']]);
    await walkConnectionRemoval(page, system, source.id);
    await walkMenu(page, system, '/admin');
  });
});

test('an agent reaches every control of every page and dialog by keyboard', async ({
  system,
  page,
  playwright,
}) => {
  await addFocusScript(page);
  const { email, password } = await signInAsOwnerWithCard(page, system);
  await addPasskeys(system, email, 1);
  const otherDevice = await playwright.request.newContext();
  await signIn(otherDevice, system, { email, password });
  const { id: leadId } = await sellLead(page, system);
  await pauseService(page, system);
  await post(page, system, '/api/channels/webhook', { url: `${system.urls.sandbox}/hooks/${randomUUID()}` });
  const tabs = ['billing', 'filters', 'notifications', 'security'].map((tab) => `/settings?tab=${tab}`);
  const paths = listPages((path) => !path.startsWith('/admin'));
  // The links to receipts are in the settings.
  const isReceipt = (path: string) => path.startsWith('/receipts/');
  await walkPages(page, system, [
    ...paths.filter((path) => !isReceipt(path)),
    ...tabs,
    ...paths.filter(isReceipt),
  ]);
  await walkDialogs(page, system, [
    [`/leads/${leadId}`, 'Report a problem'],
    ['/integrations', 'Set up now', 'Change address', 'Send a test', 'New secret', 'Remove'],
    ['/settings?tab=security', 'Rename Key', 'Remove Key', 'Add an authenticator app', 'Add a passkey'],
    ['/settings?tab=security', 'Sign out of all other sessions', 'Sign out everywhere'],
  ]);
  await walkLimitRise(page, system);
  await walkPhoneCode(page, system);
  await walkRecoveryCodes(page, system, email);
  await expireProof(system, email);
  await walkDialogs(page, system, [['/settings?tab=security', 'Replace recovery codes']]);
  await walkMenu(page, system, '/dashboard');
  await otherDevice.dispose();
});
