import type { Page } from '@playwright/test';
import { expectNoOverflow, expectNoViolations } from './accessibility.js';
import { asBuyer, dashboardOf, leaveLine, postLead, sellLead } from './agents.js';
import { asNewAgent, BUSY, expectNotice, failOnce, hold } from './people.js';
import { expect, test } from './system.js';

const serviceSwitch = (page: Page) => page.getByRole('switch', { name: /^Service (Active|Paused)$/ });
const limitField = (page: Page) => page.getByRole('spinbutton', { name: 'Daily Lead Limit' });
const limitSlider = (page: Page) => page.getByRole('slider', { name: 'Daily lead limit' });
const isLive = (page: Page) => expect(page.getByText('Live', { exact: true })).toBeVisible();

async function openDashboard(page: Page, web: string): Promise<void> {
  await page.goto(`${web}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(limitField(page)).toBeEnabled();
}

test.afterEach(async ({ system, page }) => leaveLine(page, system));

test('the service is switched, told, and rolled back when it cannot be', async ({ system, page }) => {
  await asBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await expect(page).toHaveTitle('Dashboard | Annuity Desk');
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await expect(serviceSwitch(page)).toBeChecked();
  await expect(page.getByText("You're all set. You'll receive leads as they come in.")).toBeVisible();

  // Shown before it is answered.
  const letGo = await hold(page, '/api/user/service-toggle');
  await serviceSwitch(page).click();
  await expect(page.getByText('Service Paused', { exact: true })).toBeVisible();
  expect(await dashboardOf(page, system)).toMatchObject({ serviceEnabled: true });
  letGo();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  expect(await dashboardOf(page, system)).toMatchObject({ serviceEnabled: false, reason: 'paused' });
  await expect(page.getByText(/^Service is paused/)).toBeVisible();
  await page.unrouteAll();

  await failOnce(page, 'PATCH', '/api/user/service-toggle');
  await serviceSwitch(page).click();
  await expectNotice(page, 'Error', 'Failed to update service preference.');
  await expect(page.getByText('Service Paused', { exact: true })).toBeVisible();
  await expect(serviceSwitch(page)).not.toBeChecked();

  await page.getByText('Service Paused', { exact: true }).click();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await expect(page.getByText("You're all set.")).toBeVisible();
});

test('the limit: 5 until it is known, typed, slid, clamped, saved once after a second', async ({
  system,
  page,
}) => {
  await asBuyer(page, system);
  const letGo = await hold(page, '/api/dashboard');
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(limitField(page)).toHaveValue('5');
  await expect(limitField(page)).toBeDisabled();
  letGo();
  await expect(limitField(page)).toHaveValue('25');
  await page.unrouteAll();

  const saves: { limit: unknown; at: number }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/user/daily-limit')) return;
    saves.push({
      limit: (request.postDataJSON() as { dailyLeadLimit: unknown }).dailyLeadLimit,
      at: Date.now(),
    });
  });
  await limitField(page).fill('3');
  await limitField(page).fill('30');
  const editedAt = Date.now();
  await expect(limitSlider(page)).toHaveAttribute('aria-valuenow', '30');
  await expect(page.getByText('At most $2,400 per day.')).toBeVisible();
  await expectNotice(page, 'Limit updated', 'Your daily lead limit has been saved.');
  expect(saves.map(({ limit }) => limit)).toEqual([30]);
  expect((saves[0]?.at ?? 0) - editedAt).toBeGreaterThan(850);
  await expect(page.getByText('of 30', { exact: true })).toBeVisible();

  await limitSlider(page).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'PageUp']) await page.keyboard.press(key);
  await expect(limitField(page)).toHaveValue('42');
  await expect.poll(() => saves.length).toBe(2);
  expect(saves[1]?.limit).toBe(42);

  for (const [typed, limit] of [
    ['5000', 1_000],
    ['0', 1],
    ['-3', 1],
  ] as const) {
    await limitField(page).fill(typed);
    await expect(limitField(page)).toHaveValue(String(limit));
    await expect.poll(() => saves.at(-1)?.limit).toBe(limit);
    await expect.poll(async () => (await dashboardOf(page, system))['dailyLeadLimit']).toBe(limit);
  }
  await limitField(page).fill('12');
  await limitField(page).fill('');
  await limitField(page).blur();
  await expect(limitField(page)).toHaveValue('1');

  await expect.poll(async () => (await dashboardOf(page, system))['dailyLeadLimit']).toBe(1);
  await failOnce(page, 'PATCH', '/api/user/daily-limit');
  await limitField(page).fill('77');
  await expectNotice(page, 'Error', 'Failed to update daily lead limit.');
  await expect(limitField(page)).toHaveValue('1');
  await expect(limitSlider(page)).toHaveAttribute('aria-valuenow', '1');
});

test('an edit is not lost by leaving: to another page, by reload, by closing', async ({ system, page }) => {
  await asBuyer(page, system);
  const inForce = () => dashboardOf(page, system).then(({ dailyLeadLimit }) => dailyLeadLimit);
  await openDashboard(page, system.urls.web);
  await limitField(page).fill('31');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expectNotice(page, 'Limit updated', 'Your daily lead limit has been saved.');
  expect(await inForce()).toBe(31);

  await openDashboard(page, system.urls.web);
  await limitField(page).fill('32');
  await page.goto('about:blank');
  await expect.poll(inForce).toBe(32);

  const other = await page.context().newPage();
  await openDashboard(other, system.urls.web);
  await limitField(other).fill('33');
  await other.close();
  await expect.poll(inForce).toBe(33);
});

test('one true line says why leads come or do not', async ({ system, page }) => {
  const { web } = system.urls;
  await asNewAgent(page, system);
  await openDashboard(page, web);
  await expect(page.getByText("There is no card on file, so you can't receive leads.")).toBeVisible();
  await page.getByRole('link', { name: 'Add a card' }).click();
  await expect(page).toHaveURL(`${web}/settings?tab=billing`);

  // Today's figures, and the limit of one lead a day.
  await asBuyer(page, system);
  await page.request.patch(`${web}/api/user/daily-limit`, { data: { dailyLeadLimit: 1 } });
  await openDashboard(page, web);
  await isLive(page);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText('$0', { exact: true })).toBeVisible();
  await sellLead(page, system);
  await expect(today.getByText('1', { exact: true })).toBeVisible();
  await expect(today.getByText('of 1', { exact: true })).toBeVisible();
  await expect(today.getByText('$80', { exact: true }).first()).toBeVisible();
  const { timeZone } = await dashboardOf(page, system);
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: String(timeZone), timeZoneName: 'short' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value;
  await expect(page.getByText(`Leads resume at midnight (12:00 AM ${zone})`)).toBeVisible();
  await leaveLine(page, system);

  await asBuyer(page, system, 'pm_card_chargeCustomerFail');
  await openDashboard(page, web);
  await isLive(page);
  const line = page.getByText("Your card was declined. You won't receive leads until you replace it.");
  await expect(line).toBeHidden();
  await expect
    .poll(async () => {
      await postLead(page.request, system);
      return line.isVisible();
    })
    .toBe(true);
  await page.getByRole('link', { name: 'Replace the card' }).click();
  await expect(page).toHaveURL(`${web}/settings?tab=billing`);
});

test('what cannot be read says so in its place, and is read again', async ({ system, page }) => {
  await asBuyer(page, system);
  await failOnce(page, 'GET', '/api/dashboard');
  await page.goto(`${system.urls.web}/dashboard`);
  const alert = page.getByRole('alert').filter({ hasText: "Today's numbers could not be loaded." });
  await expect(alert).toContainText(BUSY);
  // Nobody is kept from pausing by that.
  await expect(limitField(page)).toHaveValue('25');
  await serviceSwitch(page).click();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  await expect(alert).toBeHidden();

  await failOnce(page, 'GET', '/api/dashboard');
  await page.reload();
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByText(/^Service is paused/)).toBeVisible();
});

test('two tabs: what is done in one shows in the other', async ({ system, page }) => {
  await asBuyer(page, system);
  await openDashboard(page, system.urls.web);
  const other = await page.context().newPage();
  await openDashboard(other, system.urls.web);
  await isLive(page);
  await isLive(other);

  await serviceSwitch(page).click();
  await expect(other.getByText('Service Paused', { exact: true })).toBeVisible();
  await expect(other.getByText(/^Service is paused/)).toBeVisible();
  await serviceSwitch(other).click();
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await limitField(other).fill('64');
  await expect(limitField(page)).toHaveValue('64');

  const lead = await sellLead(page, system);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: lead.name })).toBeVisible();
    await expect(
      tab.getByRole('region', { name: 'Today' }).getByText('of 64', { exact: true }),
    ).toBeVisible();
  }
});

test('a lost connection is told quietly, and what was missed is caught up with', async ({ system, page }) => {
  await asBuyer(page, system);
  await page.route('**/api/live', (route) => route.abort());
  await openDashboard(page, system.urls.web);
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  const lead = await sellLead(page, system);
  await expect(page.getByRole('link', { name: lead.name })).toBeHidden();
  await page.unroute('**/api/live');
  await isLive(page);
  await expect(page.getByRole('link', { name: lead.name })).toBeVisible();
});

test('a session that has ended elsewhere ends here too', async ({ system, page }) => {
  await asBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await isLive(page);
  await leaveLine(page, system);
  const answer = await page.request.post(`${system.urls.web}/api/auth/logout`, { data: {} });
  expect(answer.ok()).toBe(true);
  // The stream outlives its session by half a minute at most.
  await expect(page).toHaveURL(`${system.urls.web}/login`, { timeout: 60_000 });
  await expectNotice(page, 'Error', 'Your session has ended. Please sign in again.');
});

test('keyboard alone: from the top through switch, limit and list', async ({ system, page }) => {
  await asBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(serviceSwitch(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Service Paused', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(limitField(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(limitField(page)).toHaveValue('26');
  await page.keyboard.press('Tab');
  await expect(limitSlider(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(limitField(page)).toHaveValue('1');
  await expectNotice(page, 'Limit updated', 'Your daily lead limit has been saved.');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused();
});

test('accessible and within the screen in both modes, on a phone and on a desk', async ({ system, page }) => {
  await asBuyer(page, system);
  const lead = await sellLead(page, system);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 768, 1280, 1600]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await openDashboard(page, system.urls.web);
      await expect(page.getByRole('link', { name: lead.name })).toBeVisible();
      await expectNoOverflow(page);
      await expectNoViolations(page);
    }
});
