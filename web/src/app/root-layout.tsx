import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { keepFocus } from '@/components/focus/keep-focus';
import { ToastOutlet } from '@/components/toast/toast-outlet';
import { focusContent } from '@/lib/focus-content';
import { formatTitle, readPageHandle } from '@/lib/page-title';

/** Sets the title on navigation, and moves focus to the new page so screen readers announce it. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const name = useMatches()
    .map(({ handle }) => readPageHandle(handle)?.name)
    .findLast((each) => each !== undefined);
  const last = useRef({ pathname, hash });
  // A layout effect, so that the page's own `usePageTitle` runs later and wins.
  useLayoutEffect(() => {
    if (name !== undefined) document.title = formatTitle(name);
  }, [name, pathname]);
  useEffect(() => {
    const isAnotherPage = pathname !== last.current.pathname;
    const isAnotherPlace = isAnotherPage || hash !== last.current.hash;
    last.current = { pathname, hash };
    // A fragment that names no element is the search of a list.
    const isSection = document.getElementById(hash.slice(1)) !== null;
    if (isAnotherPage || (isAnotherPlace && isSection)) focusContent();
  }, [pathname, hash]);
}

export function RootLayout() {
  usePageChange();
  useEffect(keepFocus, []);
  return (
    <>
      <Outlet />
      <ToastOutlet />
      <ScrollRestoration />
    </>
  );
}
