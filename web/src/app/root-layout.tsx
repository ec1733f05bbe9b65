import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ToastOutlet } from '@/components/toast/toast-outlet';
import { formatTitle, readPageHandle } from '@/lib/page-title';

/** Sets the title on navigation, and moves focus to the new page so screen readers announce it. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const name = useMatches()
    .map(({ handle }) => readPageHandle(handle)?.name)
    .findLast((each) => each !== undefined);
  const lastPathname = useRef(pathname);
  // A layout effect, so that the page's own `usePageTitle` runs later and wins.
  useLayoutEffect(() => {
    if (name !== undefined) document.title = formatTitle(name);
  }, [name, pathname]);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    // A fragment that names no element is the search of a list.
    if (document.getElementById(hash.slice(1)) === null)
      document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, hash]);
}

export function RootLayout() {
  usePageChange();
  return (
    <>
      <Outlet />
      <ToastOutlet />
      <ScrollRestoration />
    </>
  );
}
