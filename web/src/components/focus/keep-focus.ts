const DIALOGS = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])';
const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled)';

/** Where the focus was: a control and its surroundings. */
interface Place {
  readonly control: Element;
  /** Innermost first. */
  readonly ancestors: readonly Element[];
  /** Index of the control's row in its list; -1 outside of a list. */
  readonly row: number;
  /** Position among the row's controls, counted from the end: the last one usually removes the row. */
  readonly fromEnd: number;
}

const findControls = (around: Element | undefined): HTMLElement[] => [
  ...(around?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
];
/** Returns the topmost dialog, or the page if none is open. */
const findLayer = (): Element => [...document.querySelectorAll(DIALOGS)].at(-1) ?? document.body;
const canFocus = (element: Element): boolean => element.isConnected && element.matches(CONTROLS);
const getRows = (list: Element | null): Element[] => [...(list?.children ?? [])];

function describePlace(control: Element): Place {
  const rows = getRows(control.closest('[data-focus=rows]'));
  const row = rows.findIndex((each) => each.contains(control));
  const controls = findControls(rows[row]);
  const ancestors: Element[] = [];
  for (let each = control.parentElement; each !== null; each = each.parentElement) ancestors.push(each);
  return {
    control,
    ancestors,
    row,
    fromEnd: controls.length - controls.findIndex((each) => each === control),
  };
}

/** Returns the same control of the row now at this position, else of the next row below, else of the nearest above. */
function findInNearestRow(list: Element, { row, fromEnd }: Place): HTMLElement | undefined {
  const rows = getRows(list).map(findControls);
  const hasControls = ({ length }: readonly unknown[]) => length > 0;
  const nearest = rows.slice(row).find(hasControls) ?? rows.slice(0, row).findLast(hasControls);
  return nearest?.at(-fromEnd) ?? nearest?.[0];
}

/** Returns the nearest element that can take the focus in place of a removed control. */
function findStandIn(place: Place): HTMLElement | undefined {
  for (const ancestor of place.ancestors) {
    if (!ancestor.isConnected || !(ancestor instanceof HTMLElement)) continue;
    if (ancestor.tabIndex === -1 && ancestor.hasAttribute('tabindex')) return ancestor;
    const inRow =
      place.row >= 0 && ancestor.dataset['focus'] === 'rows' ? findInNearestRow(ancestor, place) : null;
    const marked = inRow ?? ancestor.querySelector<HTMLElement>('[data-focus=next]');
    if (marked) return marked;
    if (!ancestor.matches('section[aria-labelledby]')) continue;
    const heading = document.getElementById(ancestor.getAttribute('aria-labelledby') ?? '');
    if (heading === null) continue;
    heading.tabIndex = -1;
    return heading;
  }
  return undefined;
}

/**
 * Keeps the keyboard focus when the element that had it disappears, anywhere on the page. After a dialog, the control
 * used before it gets the focus back. If that control is gone, the focus goes to the nearest of these around it:
 * - in a list with `data-focus="rows"`, the same control of the next row,
 * - an element with `data-focus="next"`,
 * - an element with `tabindex="-1"`,
 * - the heading of the section.
 *
 * @returns a function that stops keeping the focus
 */
export function keepFocus(): () => void {
  /** The last place of the focus on the page and in each dialog. */
  const places = new WeakMap<Element, Place | null>();
  let lastControl: Element | null = null;
  let frame: number | null = null;
  let ignoresHeldEnter = false;

  const remember = ({ target }: Event) => {
    const layer = findLayer();
    // Pressing beside an open dialog leaves the focus where it was.
    if (!(target instanceof Element) || !layer.contains(target)) return;
    // A click does not focus a button in Safari.
    lastControl = target.closest(CONTROLS);
    places.set(layer, lastControl && describePlace(lastControl));
  };
  const restore = () => {
    frame = null;
    if (document.activeElement !== document.body || lastControl === null || canFocus(lastControl)) return;
    const place = places.get(findLayer());
    if (!place) return;
    const target = canFocus(place.control) ? place.control : findStandIn(place);
    if (!(target instanceof HTMLElement)) return;
    // A large area would scroll the page to its top.
    target.focus({ preventScroll: target.matches('main, [tabindex="-1"]:not(:is(h1, h2, h3))') });
    ignoresHeldEnter = true;
  };
  const onChange = () => {
    // Waits for the next frame: the replacement of the control may take the focus itself.
    if (document.activeElement === document.body) frame ??= requestAnimationFrame(restore);
  };
  // A held Enter key must not act on the control that gets the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat) ignoresHeldEnter = false;
    else if (ignoresHeldEnter && event.key === 'Enter') event.preventDefault();
  };

  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { subtree: true, childList: true });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', remember);
  document.addEventListener('keydown', onKeyDown);
  return () => {
    observer.disconnect();
    if (frame !== null) cancelAnimationFrame(frame);
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', remember);
    document.removeEventListener('keydown', onKeyDown);
  };
}
