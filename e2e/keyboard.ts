import type { Locator, Page } from '@playwright/test';
import { expect } from './system.js';

/**
 * Script for the page. `describeFocus` returns the positions of the focused control, and of the one at the last call,
 * among all Tab stops in document order, and what is wrong with the focus indicator.
 */
const FOCUS_SCRIPT = `
{
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]';
  /** In a group of radio buttons, the Tab key reaches only the checked one. */
  const isReached = ({ type, name, form, checked }) => {
    if (type !== 'radio' || name === '') return true;
    const group = [...document.querySelectorAll('[type=radio]')].filter((one) => one.name === name && one.form === form);
    return checked || group.every((one) => !one.checked);
  };
  /** All tabs of a tab list share one stop. */
  const toStop = (control) => control.closest('[role=tablist]') ?? control;
  const findStops = (root) => {
    const controls = [...document.querySelector(root).querySelectorAll(CONTROLS)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        one.checkVisibility({ visibilityProperty: true }) &&
        one.getClientRects().length > 0 &&
        isReached(one),
    );
    return [...new Set(controls.map(toStop))];
  };
  globalThis.describeFocusFault = () => {
    const stop = document.activeElement;
    const { outlineWidth, outlineStyle, outlineColor } = getComputedStyle(stop);
    const { top, bottom, left, right } = stop.getBoundingClientRect();
    const [x1, x2] = [Math.max(0, left), Math.min(innerWidth, right)];
    const [y1, y2] = [Math.max(0, top), Math.min(innerHeight, bottom)];
    const isOffScreen = x1 >= x2 || y1 >= y2;
    const front = document.elementFromPoint((x1 + x2) / 2, (y1 + y2) / 2);
    const faults = [
      // The marks of a chart draw their own focus ring.
      ...(stop instanceof SVGElement
        ? []
        : [
            parseFloat(outlineWidth) < 2 && 'outline of ' + outlineWidth,
            outlineStyle !== 'solid' && outlineStyle + ' outline',
            /transparent|, 0\\)$/.test(outlineColor) && 'transparent outline',
          ]),
      isOffScreen && 'off the screen',
      !isOffScreen && !stop.contains(front) && !front?.contains(stop) && 'covered by ' + front?.outerHTML.slice(0, 100),
    ].filter(Boolean);
    return faults.length === 0 ? '' : stop.outerHTML.slice(0, 200) + ': ' + faults.join(', ');
  };
  let last = { focused: null, stop: -1 };
  globalThis.describeFocus = (root) => {
    const focused = document.activeElement;
    const stops = findStops(root);
    // The controls may have changed since the last call.
    const known = stops.indexOf(last.focused && toStop(last.focused));
    const from = known === -1 ? last.stop : known;
    const stop = stops.indexOf(toStop(focused));
    last = { focused, stop };
    return {
      from,
      stop,
      count: stops.length,
      // Browsers stop at each part of a date or time.
      hasParts: ['date', 'time', 'datetime-local'].includes(focused.type),
      fault: stops.includes(toStop(focused)) ? describeFocusFault() : '',
      html: focused.outerHTML.slice(0, 200),
    };
  };
}`;

interface Focus {
  /** Position, among the stops of now, of the one that had the focus at the last call; -1 if none had it. */
  readonly from: number;
  /** Position among the stops; -1 if none of them has the focus. */
  readonly stop: number;
  readonly count: number;
  readonly hasParts: boolean;
  readonly fault: string;
  readonly html: string;
}

/** Call before the page is opened. */
export const addFocusScript = (page: Page) => page.addInitScript(FOCUS_SCRIPT);

/** Waits, because a focus ring in mid-transition is thinner than its final width. */
export const expectVisibleFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate<string>('describeFocusFault()'), { intervals: [20] }).toBe('');

const PAGE = 'body';
const DIALOG = ':is([role=dialog], [role=alertdialog])';

const describeFocus = (page: Page, root: string): Promise<Focus> =>
  page.evaluate<Focus>(`describeFocus('${root}')`);

/** Presses the key until the focus has left the control. */
async function press(page: Page, root: string, key: 'Tab' | 'Shift+Tab'): Promise<Focus> {
  for (let parts = 0; parts < 10; parts += 1) {
    await page.keyboard.press(key);
    const focus = await describeFocus(page, root);
    if (!focus.hasParts || focus.stop !== focus.from) return focus;
  }
  throw new Error('The Tab key does not leave a date or time');
}

/** Waits until nothing more loads. */
async function expectLoaded(page: Page, root: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // Skeletons are also shown while code is loading.
  await expect(page.locator('div[class*=breathe]')).toHaveCount(0);
  await expect(page.getByText(/^(Loading|Counting|Connecting|Looking)\b.*\.\.\.$/)).toHaveCount(0);
  let count = 0;
  const isSettled = async (): Promise<boolean> => {
    const before = count;
    count = (await describeFocus(page, root)).count;
    return count === before;
  };
  await expect.poll(isSettled, { intervals: [150] }).toBe(true);
}

const expectStop = (focus: Focus, stop: number, context: string): void => {
  expect(focus, `${context}, at ${focus.html}`).toMatchObject({ stop, fault: '' });
};

/** Tabs through a newly opened page. Each control gets the focus once, in order and in view; then none has it. */
export async function walkPage(page: Page, context: string): Promise<void> {
  await expectLoaded(page, PAGE);
  let isLast = false;
  while (!isLast) {
    const focus = await press(page, PAGE, 'Tab');
    expectStop(focus, focus.from + 1, context);
    isLast = focus.stop === focus.count - 1;
  }
  const { from, stop } = await press(page, PAGE, 'Tab');
  expect(stop, `${context}, after the last control`).not.toBe(from);
}

const getDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** Tabs around the open dialog in both directions. */
export async function walkOpenDialog(page: Page, context: string): Promise<void> {
  await expect(getDialog(page), context).toBeVisible();
  await expectLoaded(page, DIALOG);
  const { count } = await describeFocus(page, DIALOG);
  for (let presses = 0; presses <= count; presses += 1) {
    const focus = await press(page, DIALOG, 'Tab');
    expectStop(focus, (focus.from + 1) % count, context);
  }
  for (let presses = 0; presses <= count; presses += 1) {
    const focus = await press(page, DIALOG, 'Shift+Tab');
    expectStop(focus, (focus.from - 1 + count) % count, context);
  }
}

/** Closes the open dialog, and expects the focus to return to its opener. */
export async function closeDialog(page: Page, opener: Locator, context: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(getDialog(page), context).toBeHidden();
  await expect(opener, context).toBeFocused();
}

/** Opens the dialog of a button, tabs around it in both directions, and closes it. */
export async function walkDialog(page: Page, opener: Locator, context: string): Promise<void> {
  await expect(opener, context).toBeVisible();
  await opener.focus();
  await page.keyboard.press('Enter');
  await walkOpenDialog(page, context);
  await closeDialog(page, opener, context);
}
