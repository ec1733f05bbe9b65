import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ToastOutlet } from '@/components/toast/toast-outlet';
import type { PageTitle } from '@/config/pages';

const isTitled = (handle: unknown): handle is PageTitle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

/** Sets the title on navigation, and moves focus to the new page so screen readers announce it. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const meta = useMatches()
    .map(({ handle }) => handle)
    .findLast(isTitled);
  const lastPathname = useRef(pathname);
  // A layout effect, so that the page's own `usePageTitle` runs later and wins.
  useLayoutEffect(() => {
    if (meta) document.title = meta.title;
  }, [meta, pathname]);
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
