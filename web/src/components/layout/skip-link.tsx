import type { MouseEvent } from 'react';

/** Moves the focus without a navigation, which would replace what the URL's fragment holds. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  main?.scrollIntoView();
}

export const SkipLink = () => (
  <a
    href="#main"
    onClick={skipToContent}
    className="sr-only z-50 rounded-control bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
