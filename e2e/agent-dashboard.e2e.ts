import { errorCatalog, formatPrice, LEAD_PRICE_CENTS, MAX_DELIVERY_PAUSES } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessibleLayout, expectNoOverflow } from './accessibility.js';
import { signInAsAdmin } from './admin-helpers.js';
import {
  expectLive,
  fetchDashboard,
  getLimitField,
  getServiceSwitch,
  openDashboard,
  pauseService,
  postLead,
  sellLead,
  sellWaitingLeads,
  signInAsNewBuyer,
} from './agent-helpers.js';
import { queryDatabase } from './database.js';
import { signInAsNewAgent, BUSY, expectNotice, failLoads, failOnce, holdRequests } from './helpers.js';
import { expect, test } from './system.js';

const getLimitSlider = (page: Page) => page.getByRole('slider', { name: 'Daily lead limit' });
/** Types each text into the field at the same moment. */
const typeAtOnce = (page: Page, ...texts: string[]) =>
  page.evaluate(`for (const text of ${JSON.stringify(texts)}) {
    const field = document.querySelector('input[type=number]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }`);

test.afterEach(async ({ system, page }) => pauseService(page, system));

test('toggles the service optimistically and rolls back on failure', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await expect(page).toHaveTitle('Dashboard | Annuity Desk');
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await expect(getServiceSwitch(page)).toBeChecked();
  await expect(page.getByText("You're all set. You'll receive leads as they come in.")).toBeVisible();

  // The update is optimistic: the page shows it before the response arrives.
  const release = await holdRequests(page, '/api/user/service-toggle');
  await getServiceSwitch(page).click();
  await expect(page.getByText('Service Paused', { exact: true })).toBeVisible();
  expect(await fetchDashboard(page, system)).toMatchObject({ serviceEnabled: true });
  release();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  expect(await fetchDashboard(page, system)).toMatchObject({ serviceEnabled: false, reason: 'paused' });
  await expect(page.getByText(/^Service is paused/)).toBeVisible();
  await page.unrouteAll();

  await failOnce(page, 'PATCH', '/api/user/service-toggle');
  await getServiceSwitch(page).click();
  await expectNotice(page, 'Error', 'Failed to update service preference.');
  await expect(page.getByText('Service Paused', { exact: true })).toBeVisible();
  await expect(getServiceSwitch(page)).not.toBeChecked();

  await page.getByText('Service Paused', { exact: true }).click();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await expect(page.getByText("You're all set.")).toBeVisible();
});

test('leaves it to an admin to resume the service after too many undelivered leads', async ({
  system,
  page,
  browser,
}) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  // The page does not learn of the change below, so it still offers the switch.
  const release = await holdRequests(page, '/api/dashboard');
  await getServiceSwitch(page).click();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  const account = await page.request.get(`${system.urls.web}/api/auth/user`);
  const { id } = (await account.json()) as { id: string };
  await queryDatabase(
    system,
    'UPDATE leads.buyers SET delivery_pauses = array_fill(now(), ARRAY[$2::integer]) WHERE id = $1',
    [id, MAX_DELIVERY_PAUSES],
  );

  await getServiceSwitch(page).click();
  await expectNotice(page, 'Error', errorCatalog.RESUMPTION_NEEDS_ADMIN.detail);
  release();
  const explanation = page
    .getByRole('status')
    .filter({ hasText: 'so only our team can resume your service' });
  await expect(explanation.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
  await expect(getServiceSwitch(page)).toBeDisabled();
  await expect(getServiceSwitch(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(getServiceSwitch(page)).not.toBeChecked();
  await expect(getServiceSwitch(page)).toHaveAccessibleDescription(/only our team can resume your service/);

  const admin = await (await browser.newContext()).newPage();
  await signInAsAdmin(admin, system);
  await admin.goto(`${system.urls.web}/admin/users/${id}`);
  const service = admin.getByRole('region', { name: 'Service', exact: true });
  await expect(service).toContainText('only an admin can resume the service');
  await service.getByRole('button', { name: 'Resume service' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('The mailbox works again');
  await admin.getByRole('dialog').getByRole('button', { name: 'Resume service' }).click();
  await expect(service).toContainText('Gets leads as they come in.');
  await admin.context().close();

  await page.reload();
  await expect(getServiceSwitch(page)).toBeChecked();
  await expect(getServiceSwitch(page)).toBeEnabled();
});

test('clamps the daily limit and saves it once, a second after the last edit', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const release = await holdRequests(page, '/api/dashboard');
  await page.goto(`${system.urls.web}/dashboard`);
  await expect(getLimitField(page)).toHaveValue('25');
  await expect(getLimitField(page)).toBeDisabled();
  release();
  await expect(getLimitField(page)).toBeEnabled();
  await page.unrouteAll();

  const saves: { limit: unknown; at: number }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/user/daily-limit')) return;
    saves.push({
      limit: (request.postDataJSON() as { dailyLeadLimit: unknown }).dailyLeadLimit,
      at: Date.now(),
    });
  });
  const editedAt = Date.now();
  await typeAtOnce(page, '3', '30');
  await expect(getLimitSlider(page)).toHaveAttribute('aria-valuenow', '30');
  await expect(page.getByText(`At most ${formatPrice(30 * LEAD_PRICE_CENTS)} per day.`)).toBeVisible();
  await expectNotice(page, 'Limit updated', 'Your daily lead limit has been saved.');
  expect(saves.map(({ limit }) => limit)).toEqual([30]);
  expect((saves[0]?.at ?? 0) - editedAt).toBeGreaterThan(950);
  await expect(page.getByText('of 30', { exact: true })).toBeVisible();

  await getLimitSlider(page).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'PageUp']) await page.keyboard.press(key);
  await expect(getLimitField(page)).toHaveValue('42');
  await expect.poll(() => saves.at(-1)?.limit).toBe(42);

  for (const [typed, limit] of [
    ['5000', 1_000],
    ['0', 1],
    ['-3', 1],
  ] as const) {
    const savesBefore = saves.length;
    await getLimitField(page).fill(typed);
    if (limit === 1_000) await page.getByRole('button', { name: 'Raise limit' }).click();
    await expect(getLimitField(page)).toHaveValue(String(limit));
    await expect.poll(() => saves.slice(savesBefore).at(-1)?.limit).toBe(limit);
    await expect.poll(async () => (await fetchDashboard(page, system))['dailyLeadLimit']).toBe(limit);
  }
  const savedBefore = saves.length;
  await getLimitField(page).fill('12');
  await getLimitField(page).fill('');
  await getLimitField(page).blur();
  await expect(getLimitField(page)).toHaveValue('1');

  await expect.poll(() => saves.slice(savedBefore).at(-1)?.limit).toBe(1);
  await failOnce(page, 'PATCH', '/api/user/daily-limit');
  await getLimitField(page).fill('17');
  await expectNotice(page, 'Error', 'Failed to update daily lead limit.');
  await expect(getLimitField(page)).toHaveValue('1');
  await expect(getLimitSlider(page)).toHaveAttribute('aria-valuenow', '1');
});

test('explains why the agent receives leads or not', async ({ system, page }) => {
  const { web } = system.urls;
  await sellWaitingLeads(system);
  await signInAsNewAgent(page, system);
  await openDashboard(page, web);
  await expect(page.getByText("There is no card on file, so you can't receive leads.")).toBeVisible();
  await page.getByRole('link', { name: 'Add a card' }).click();
  await expect(page).toHaveURL(`${web}/settings?tab=billing`);

  // A daily limit of one lead is reached by the first sale.
  await signInAsNewBuyer(page, system);
  await page.request.patch(`${web}/api/user/daily-limit`, { data: { dailyLeadLimit: 1 } });
  await openDashboard(page, web);
  await expectLive(page);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText(formatPrice(0), { exact: true })).toBeVisible();
  await sellLead(page, system);
  await expect(today.getByText('1', { exact: true })).toBeVisible();
  await expect(today.getByText('of 1', { exact: true })).toBeVisible();
  await expect(today.getByText(formatPrice(LEAD_PRICE_CENTS), { exact: true }).first()).toBeVisible();
  const { timeZone, dayEndsAt } = await fetchDashboard(page, system);
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: String(timeZone), timeZoneName: 'short' })
    .formatToParts(new Date(String(dayEndsAt)))
    .find(({ type }) => type === 'timeZoneName')?.value;
  await expect(page.getByText(`Leads resume at midnight (12:00 AM ${zone})`)).toBeVisible();
  await pauseService(page, system);

  await signInAsNewBuyer(page, system, 'pm_card_chargeCustomerFail');
  await openDashboard(page, web);
  await expectLive(page);
  const declineMessage = page.getByText(
    "Your card was declined. You won't receive leads until it works again or you replace it.",
  );
  await expect(declineMessage).toBeHidden();
  await expect
    .poll(async () => {
      await postLead(page.request, system);
      return declineMessage.isVisible();
    })
    .toBe(true);
  await page.getByRole('link', { name: 'Replace the card' }).click();
  await expect(page).toHaveURL(`${web}/settings?tab=billing`);
});

test('shows a load failure in place and recovers on retry', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  // An event would reload the numbers before the test has seen the failure.
  await page.route('**/api/live', (route) => route.abort());
  await failOnce(page, 'GET', '/api/dashboard');
  await page.goto(`${system.urls.web}/dashboard`);
  const alert = page.getByRole('alert').filter({ hasText: "Today's numbers could not be loaded." });
  await expect(alert).toContainText(BUSY);
  // Pausing must work even when the dashboard cannot load.
  await expect(getLimitField(page)).toHaveValue('25');
  await getServiceSwitch(page).click();
  await expectNotice(page, 'Service updated', 'Your service preference has been saved.');
  await expect(alert).toBeHidden();

  const recover = await failLoads(page, '/api/dashboard');
  await page.reload();
  await expect(alert).toBeVisible();
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByText(/^Service is paused/)).toBeVisible();
});

test('keeps two tabs in sync', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  const other = await page.context().newPage();
  await openDashboard(other, system.urls.web);
  await expectLive(page);
  await expectLive(other);

  await getServiceSwitch(page).click();
  await expect(other.getByText('Service Paused', { exact: true })).toBeVisible();
  await expect(other.getByText(/^Service is paused/)).toBeVisible();
  await getServiceSwitch(other).click();
  await expect(page.getByText('Service Active', { exact: true })).toBeVisible();
  await getLimitField(other).fill('44');
  await expect(getLimitField(page)).toHaveValue('44');

  const lead = await sellLead(page, system);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: lead.name })).toBeVisible();
    await expect(
      tab.getByRole('region', { name: 'Today' }).getByText('of 44', { exact: true }),
    ).toBeVisible();
  }
});

test('shows a lost connection and loads the missed leads after reconnecting', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const stream = '**/api/live';
  await page.route(stream, (route) => route.abort());
  await openDashboard(page, system.urls.web);
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  const lead = await sellLead(page, system);
  await expect(page.getByRole('link', { name: lead.name })).toBeHidden();
  await page.unroute(stream);
  await expectLive(page);
  await expect(page.getByRole('link', { name: lead.name })).toBeVisible();
});

test('signs out when the session ended elsewhere', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await expectLive(page);
  await pauseService(page, system);
  const answer = await page.request.post(`${system.urls.web}/api/auth/logout`, { data: {} });
  expect(answer.ok()).toBe(true);
  // The live stream outlives its session by up to 30 seconds.
  await expectNotice(page, 'Error', 'Your session has ended. Please sign in again.');
  await expect(page).toHaveURL(`${system.urls.web}/login`);
});

test('reaches the request to confirm, switch, limit and list by keyboard', async ({ system, page }) => {
  await sellWaitingLeads(system);
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  const states = page.getByRole('link', { name: 'Choose the states where you are licensed' });
  await expect(states).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Use a different address' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(getServiceSwitch(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Service Paused', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'See why' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(getLimitField(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(getLimitField(page)).toHaveValue('26');
  await page.keyboard.press('Tab');
  await expect(getLimitSlider(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(getLimitField(page)).toHaveValue('1');
  await expectNotice(page, 'Limit updated', 'Your daily lead limit has been saved.');
  await page.keyboard.press('Tab');
  await expect(states).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused();
});

test('is accessible and fits every screen width in both color schemes', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const lead = await sellLead(page, system);
  await openDashboard(page, system.urls.web);
  await expect(page.getByRole('link', { name: lead.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
  for (const width of [768, 1600]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoOverflow(page, `${width} px`);
  }
  await expectAccessibleLayout(page);
});
