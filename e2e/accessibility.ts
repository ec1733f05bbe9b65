import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** axe with all its rules, the one for the size of targets (WCAG 2.2) among them. */
export async function expectNoViolations(page: Page, what = page.url()): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
  const { violations, passes, incomplete } = await axe.analyze();
  expect(
    [...passes, ...incomplete, ...violations].map(({ id }) => id),
    what,
  ).toContain('target-size');
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    what,
  ).toEqual([]);
}

/** Nothing may be reached by scrolling sideways. */
export async function expectNoOverflow(page: Page, what = page.url()): Promise<void> {
  const overflow = await page.evaluate<number>('document.scrollingElement.scrollWidth - innerWidth');
  expect(overflow, what).toBeLessThanOrEqual(0);
}

/** Free of violations in both modes, and within a phone's screen and a desk's. The window stays wide. */
export async function expectFine(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const)
    for (const width of [390, 1280]) {
      const what = `${page.url()}, ${colorScheme}, ${width} px`;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page, what);
      await expectNoViolations(page, what);
    }
}
