import { type KeyboardEvent, useState } from 'react';

/**
 * Returns the position of the mark that a key moves to, or null for other keys. Does not wrap around, so that users
 * notice the ends.
 */
export function findNextMark(key: string, position: number, count: number): number | null {
  const last = count - 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: position - 1,
    ArrowUp: position - 1,
    ArrowRight: position + 1,
    ArrowDown: position + 1,
    Home: 0,
    End: last,
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  return target === undefined ? null : Math.max(0, Math.min(last, target));
}

interface Marks {
  /** For the element around the marks. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** For each mark, which must be a link. */
  readonly getProps: (key: string) => { readonly tabIndex: number; readonly onFocus: () => void };
}

/** Makes all marks of a chart one Tab stop. Arrow keys move between them; Enter opens the focused one. */
export function useMarks(keys: readonly string[]): Marks {
  const [focused, setFocused] = useState<string | null>(null);
  // Starts at the newest, which most readers look for.
  const stop = focused !== null && keys.includes(focused) ? focused : keys.at(-1);
  return {
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const next = findNextMark(event.key, keys.indexOf(stop ?? ''), keys.length);
      if (next === null) return;
      event.preventDefault();
      event.currentTarget.querySelectorAll<HTMLAnchorElement | SVGAElement>('a')[next]?.focus();
    },
    getProps: (key) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setFocused(key) }),
  };
}
