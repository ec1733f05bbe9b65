import type { Locator } from '@playwright/test';
import { expectNoViolations } from './accessibility.js';
import { getServiceSwitch, openDashboard, pauseService, signInAsNewBuyer } from './agent-helpers.js';
import { expect, test } from './system.js';

const getStyle = (element: Locator, property: string): Promise<string> =>
  element.evaluate(
    (each, name) => (globalThis as unknown as BrowserWindow).getComputedStyle(each).getPropertyValue(name),
    property,
  );
/** The part of the browser's `window` that the test uses. */
interface BrowserWindow {
  getComputedStyle(element: unknown): { getPropertyValue(name: string): string };
}

test('keeps on, off and focused controls distinguishable in forced colors', async ({ system, page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await signInAsNewBuyer(page, system);
  await openDashboard(page, system.urls.web);
  const track = getServiceSwitch(page).locator('> span');
  const on = await getStyle(track, 'background-color');
  await pauseService(page, system);
  await page.reload();
  await expect(getServiceSwitch(page)).not.toBeChecked();
  await expect.poll(() => getStyle(track, 'background-color')).not.toBe(on);
  // The thumb differs from its track.
  const thumb = track.locator('> span');
  expect(await getStyle(thumb, 'background-color')).not.toBe(await getStyle(track, 'background-color'));

  expect(await getStyle(getServiceSwitch(page), 'outline-style')).toBe('none');
  await page.keyboard.press('Tab');
  await getServiceSwitch(page).focus();
  expect(await getStyle(getServiceSwitch(page), 'outline-style')).toBe('solid');

  await page.goto(`${system.urls.web}/settings`);
  await expect(page.getByRole('tab').first()).toBeVisible();
  const borders = await page
    .getByRole('tab')
    .evaluateAll((tabs) =>
      tabs.map((tab) =>
        (globalThis as unknown as BrowserWindow)
          .getComputedStyle(tab)
          .getPropertyValue('border-bottom-style'),
      ),
    );
  expect(borders.filter((style) => style === 'solid')).toHaveLength(1);
  await expectNoViolations(page);
});

test('covers the whole page behind a dialog', async ({ system, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAsNewBuyer(page, system);
  await page.goto(`${system.urls.web}/settings?tab=security`);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const backdrop = page.locator('[data-modal]');
  await expect(backdrop).toBeVisible();
  expect((await backdrop.boundingBox())?.width).toBe(page.viewportSize()?.width);
  await pauseService(page, system);
});
