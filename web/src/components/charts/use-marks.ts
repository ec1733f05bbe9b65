import { type KeyboardEvent, useState } from 'react';
import { findNextMark } from './marks';

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
