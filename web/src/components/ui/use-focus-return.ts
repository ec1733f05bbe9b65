import { type RefObject, useRef } from 'react';

/**
 * Returns the focus handlers of a Radix dialog without a trigger: closing returns the focus to the element that had it
 * before.
 * @param returnFocusTo gets the focus instead
 */
export function useFocusReturn(returnFocusTo?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element>(null);
  return {
    rememberOpener: () => {
      opener.current = document.activeElement;
    },
    returnFocus: (event: Event) => {
      // Radix would return it to its own trigger.
      event.preventDefault();
      const target = returnFocusTo?.current ?? opener.current;
      // Radix calls this a moment after the dialog closed. Another one may have opened in its place.
      const next = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
      if (next && !next.contains(target)) return;
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
