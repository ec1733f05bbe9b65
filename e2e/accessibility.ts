import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules, also target size (WCAG 2.2), which axe leaves off by default. There are no frames but the card provider's. */
const RUN_AXE = `axe
  .run({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'], iframes: false })
  .then(({ passes, incomplete, violations }) => ({
    ran: [passes, incomplete, violations].flat().map(({ id }) => id),
    violations: violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
  }))`;

/**
 * Runs axe from the top of the page: a link that is scrolled half under the phone's header would count as too small. The wheel
 * event makes the page stop scrolling to the section that its URL names.
 * Motion stays reduced afterwards.
 */
export async function expectNoViolations(page: Page, context = page.url()): Promise<void> {
  await page.evaluate('dispatchEvent(new Event("wheel")); scrollTo({ top: 0, behavior: "instant" })');
  // Halfway through a change of color scheme, or while a message fades out, the contrast is that of neither state.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isChanging = 'document.getAnimations().some(({ playState }) => playState === "running")';
  await expect.poll(() => page.evaluate<boolean>(isChanging), { message: context }).toBe(false);
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource);
  const { ran, violations } = await page.evaluate<{ ran: string[]; violations: unknown[] }>(RUN_AXE);
  expect(ran, context).toContain('target-size');
  expect(violations, context).toEqual([]);
}

/** Fails when the page scrolls horizontally. Waits for the layout to follow a change of the window's size. */
export async function expectNoOverflow(page: Page, context = page.url()): Promise<void> {
  const measure = () => page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth');
  await expect.poll(measure, { message: context }).toBeLessThanOrEqual(0);
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

/** Checks the page in both color schemes, as wide as it is: another layout would close some dialogs. */
export async function expectAccessible(page: Page, context = ''): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // The card form gets its colors from a script, one frame later.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await expectNoViolations(page, `${page.url()}, ${colorScheme}, ${context}`);
  }
}
