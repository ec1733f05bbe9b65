import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Runs all axe rules, including target size (WCAG 2.2), which axe leaves off by default.
 *
 * Legacy mode skips the second page that axe otherwise opens for the results of cross-origin frames; there are none.
 * Together with listing only violations in full, this takes a third of the time.
 *
 * From the top of the page: a link that is scrolled half under the phone's header would count as too small. The wheel event
 * makes the page stop scrolling to the section that its URL names.
 */
export async function expectNoViolations(page: Page, context = page.url()): Promise<void> {
  await page.evaluate('dispatchEvent(new Event("wheel")); scrollTo({ top: 0, behavior: "instant" })');
  // Halfway between two color schemes, the contrast is that of neither.
  const isChanging = 'document.getAnimations().some((one) => one instanceof CSSTransition)';
  await expect.poll(() => page.evaluate<boolean>(isChanging), { message: context }).toBe(false);
  const axe = new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .setLegacyMode();
  const { violations, passes, incomplete } = await axe.analyze();
  expect(
    [...passes, ...incomplete, ...violations].map(({ id }) => id),
    context,
  ).toContain('target-size');
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    context,
  ).toEqual([]);
}

/** Fails when the page scrolls horizontally. Waits for the layout to follow a change of the window's size. */
export async function expectNoOverflow(page: Page, context = page.url()): Promise<void> {
  const measure = () => page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth');
  await expect.poll(measure, { message: context, timeout: 5_000 }).toBeLessThanOrEqual(0);
}

/** The focus returns one frame after its control is gone. */
export const expectFocusKept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate<boolean>('document.activeElement === document.body')).toBe(false);

/** Checks violations and overflow in both color schemes, at phone and desktop width. Leaves the window wide. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [390, 1280]) {
      const context = `${page.url()}, ${colorScheme}, ${width} px`;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page, context);
      await expectNoViolations(page, context);
    }
}
