import type { RefCallback } from 'react';
import { findNearestRow } from './nearest-row';

const BUTTONS = 'button:not(:disabled)';
const DIALOGS = '[role=dialog], [role=alertdialog]';

/** The button that had the focus last, and where it was: in no row if `row` is -1. */
interface Place {
  readonly button: HTMLButtonElement;
  readonly row: number;
  /** Counted from the row's end, where the button that removes it is. */
  readonly fromEnd: number;
}

const listRows = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('li')];
const listButtons = (row: HTMLElement): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(BUTTONS)];

function placeOf(list: HTMLElement, target: EventTarget | null): Place | null {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button === null || !list.contains(button)) return null;
  const rows = listRows(list);
  const row = rows.findIndex((each) => each.contains(button));
  const buttons = [...(rows[row]?.querySelectorAll('button') ?? [])];
  return { button, row, fromEnd: buttons.length - buttons.indexOf(button) };
}

function focusHeading(list: HTMLElement): void {
  const section = list.closest('section[aria-labelledby]');
  const heading = document.getElementById(section?.getAttribute('aria-labelledby') ?? '');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus();
}

/**
 * Keeps the keyboard focus in a list whose buttons remove its rows: when the button that had it is gone, the same button
 * of the next row gets it, else of the previous row, else the heading of the section.
 *
 * A callback ref of the element around the list, which stays while rows go.
 */
export const keepRowFocus: RefCallback<HTMLElement> = (list) => {
  if (list === null) return undefined;
  let last: Place | null = null;
  const remember = ({ target }: Event) => {
    // The focus returns from a dialog to the button that opened it.
    if (target instanceof Element && target.closest(DIALOGS) !== null) return;
    last = placeOf(list, target);
  };
  const restore = () => {
    if (last === null || document.activeElement !== document.body) return;
    if (document.querySelector(DIALOGS) !== null) return;
    const { button, row, fromEnd } = last;
    if (button.isConnected) return;
    const nearest =
      row < 0 ? undefined : findNearestRow(listRows(list), row, (each) => listButtons(each).length > 0);
    const buttons = nearest === undefined ? [] : listButtons(nearest);
    const next = buttons.at(-fromEnd) ?? buttons[0];
    if (next === undefined) focusHeading(list);
    else next.focus();
  };
  // A held Enter key must not act on the row that gets the focus.
  const ignoreRepeats = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  const observer = new MutationObserver(restore);
  observer.observe(list, { subtree: true, childList: true });
  // Dialogs are children of the body. One may close after its row is gone.
  observer.observe(document.body, { childList: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', remember);
  list.addEventListener('keydown', ignoreRepeats);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', remember);
    list.removeEventListener('keydown', ignoreRepeats);
  };
};
