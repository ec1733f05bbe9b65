import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, Outlet, ScrollRestoration, useLocation, useNavigationType } from 'react-router';
import { keepFocus } from '@/components/focus/keep-focus';
import { ToastOutlet } from '@/components/toast/toast-outlet';
import { focusContent } from '@/lib/focus-content';
import { formatTitle, usePageName } from '@/lib/page-title';

/** Sets the title on navigation, and moves focus to the new page so screen readers announce it. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const name = usePageName();
  const last = useRef({ pathname, hash });
  // A layout effect, so that the page's own `usePageTitle` runs later and wins.
  useLayoutEffect(() => {
    if (name !== undefined) document.title = formatTitle(name);
  }, [name, pathname]);
  useEffect(() => {
    const isAnotherPage = pathname !== last.current.pathname;
    const isAnotherPlace = isAnotherPage || hash !== last.current.hash;
    last.current = { pathname, hash };
    // A fragment that names no element is a list's search.
    const isSection = document.getElementById(hash.slice(1)) !== null;
    if (isAnotherPage || (isAnotherPlace && isSection)) focusContent();
  }, [pathname, hash]);
}

const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Whether a link or a typed URL opened the document, not a reload or a return from another site. */
const wasOpenedByLink = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/** Keeps the section that the URL names in view while the content above it loads, until the first user input. */
function useSectionInView(): void {
  const { pathname, hash } = useLocation();
  const isFirst = useRef(true);
  const isPop = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    // The first location is a `Pop` too, also when a link from outside opened it.
    const isReturn = isPop && !(isFirst.current && wasOpenedByLink());
    isFirst.current = false;
    // When the user returns, `ScrollRestoration` has set the position.
    if (hash === '' || (isReturn && scrollY > 0)) return undefined;
    const observer = new ResizeObserver(() => document.getElementById(hash.slice(1))?.scrollIntoView());
    observer.observe(document.body);
    const listening = new AbortController();
    const stop = () => {
      observer.disconnect();
      listening.abort();
    };
    for (const input of INPUTS) addEventListener(input, stop, { passive: true, signal: listening.signal });
    return stop;
  }, [pathname, hash, isPop]);
}

export function RootLayout() {
  usePageChange();
  useSectionInView();
  useEffect(keepFocus, []);
  return (
    <>
      <Outlet />
      <ToastOutlet />
      <ScrollRestoration />
    </>
  );
}
