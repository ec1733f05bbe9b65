import { formatPrice, LEAD_PRICE_CENTS } from '@desk/contracts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.js';
import {
  fetchDashboard,
  getLimitField,
  openDashboard,
  pauseService,
  signInAsNewBuyer,
} from './agent-helpers.js';
import { expectNotice, failOnce, getToast, signIn } from './helpers.js';
import { expect, type System, test } from './system.js';

const SAVED = ['Limit updated', 'Your daily lead limit has been saved.'] as const;
const getSlider = (page: Page) => page.getByRole('slider', { name: 'Daily lead limit' });
const getQuestion = (page: Page) => page.getByRole('alertdialog', { name: /^Raise the daily limit/ });
const fetchLimit = async (page: Page, system: System) =>
  (await fetchDashboard(page, system))['dailyLeadLimit'];
/** Edits the limit and leaves at the same moment, before the edit is saved. */
const editAndClick = (page: Page, limit: string, label: string) =>
  page.evaluate(`{
    const field = document.querySelector('input[type=number]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '${limit}');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    [...document.querySelectorAll('a, button')].find((each) => each.textContent.includes('${label}')).click();
  }`);
const getLogout = (page: Page) => page.getByRole('button', { name: 'Logout' });

test('saves a pending limit edit on navigation, unload and close', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  const fetchSaved = () => fetchLimit(page, system);
  await openDashboard(page, system.urls.web);
  await getLimitField(page).fill('31');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expectNotice(page, ...SAVED);
  expect(await fetchSaved()).toBe(31);

  await openDashboard(page, system.urls.web);
  await getLimitField(page).fill('32');
  await page.goto('about:blank');
  await expect.poll(fetchSaved).toBe(32);

  const other = await page.context().newPage();
  await openDashboard(other, system.urls.web);
  await getLimitField(other).fill('33');
  await other.close();
  await expect.poll(fetchSaved).toBe(33);
  await pauseService(page, system);
});

test('saves a pending edit of the daily limit before logging out', async ({ system, page }) => {
  const { web } = system.urls;
  const buyer = await signInAsNewBuyer(page, system);
  await openDashboard(page, web);
  await getLimitField(page).fill('34');
  await getLogout(page).click();
  await expect(page).toHaveURL(`${web}/`);
  await signIn(page.request, system, buyer);
  expect(await fetchDashboard(page, system)).toMatchObject({ dailyLeadLimit: 34 });
  await pauseService(page, system);
});

test('shows that a pending edit could not be saved before it logs out', async ({ system, page }) => {
  const { web } = system.urls;
  await signInAsNewBuyer(page, system);
  await pauseService(page, system);
  await openDashboard(page, web);
  await failOnce(page, 'PATCH', '/api/user/daily-limit');
  await editAndClick(page, '35', 'Logout');
  await expectNotice(page, 'Error', 'Failed to update daily lead limit.');
  await expect(getLimitField(page)).toHaveValue('25');
  await expect(page).toHaveURL(`${web}/dashboard`);
  await getLogout(page).click();
  await expect(page).toHaveURL(`${web}/`);
});

test('asks once before a large rise, and undoes a save, on a phone', async ({ system, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  // Half of the track is for the limits that most agents choose.
  const track = getSlider(page).locator('..').locator('..');
  const tapAt = async (part: number) => {
    const { width, height } = (await track.boundingBox()) ?? { width: 0, height: 0 };
    await track.click({ position: { x: width * part, y: height / 2 } });
  };
  await tapAt(0.25);
  const low = Number(await getLimitField(page).inputValue());
  expect(low).toBeGreaterThan(4);
  expect(low).toBeLessThan(20);

  // The notice covers the slider.
  const saved = getToast(page).filter({ hasText: `Limit 25 → ${low}` });
  await saved.getByRole('button', { name: 'Close' }).click();
  await expect(getToast(page)).toBeHidden();
  await tapAt(0.75);
  await expect(getQuestion(page)).toBeVisible();
  const high = Number(/ (\d+)\?/.exec((await getQuestion(page).textContent()) ?? '')?.[1]);
  expect(high).toBeGreaterThan(300);
  await expect(getQuestion(page)).toContainText(
    `Leads can then cost up to ${formatPrice(high * LEAD_PRICE_CENTS)} a day. Your limit is ${low} at the moment.`,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(getLimitField(page)).toHaveValue(String(low));
  expect(await fetchLimit(page, system)).toBe(low);

  await getSlider(page).focus();
  await page.keyboard.press('End');
  await expect(getQuestion(page)).toHaveAccessibleName('Raise the daily limit to 1,000?');
  await expect(getQuestion(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(getToast(page)).toContainText(`Limit ${low} → 1,000`);
  await expect(getQuestion(page)).toBeHidden();
  await expect(getSlider(page)).toBeFocused();
  expect(await fetchLimit(page, system)).toBe(1_000);

  // A confirmed rise is not asked about again.
  await getLimitField(page).fill('900');
  const lowered = getToast(page).filter({ hasText: 'Limit 1,000 → 900' });
  await lowered.getByRole('button', { name: 'Undo' }).click();
  await expect(getToast(page)).toContainText('Limit 900 → 1,000');
  await expect(getLimitField(page)).toHaveValue('1000');
  expect(await fetchLimit(page, system)).toBe(1_000);
  await pauseService(page, system);
});

test('saves no large rise that was not confirmed when the agent leaves', async ({ system, page }) => {
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  await editAndClick(page, '477', 'Settings');
  await expectNotice(page, 'Limit not changed', '477 a day has to be confirmed on the dashboard.');
  expect(await fetchLimit(page, system)).toBe(25);

  await openDashboard(page, system.urls.web);
  await editAndClick(page, '477', 'Logout');
  await getQuestion(page).getByRole('button', { name: 'Raise limit' }).click();
  await expectNotice(page, ...SAVED);
  expect(await fetchLimit(page, system)).toBe(477);
  await pauseService(page, system);
});
