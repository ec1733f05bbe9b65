import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ToastOutlet } from '@/components/toast/toast-outlet';
import type { PageMeta, PageTitle } from '@/config/pages';

type Meta = PageTitle & Partial<PageMeta>;

const isMeta = (handle: unknown): handle is Meta =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

/** The first page has its title from its HTML; on the way to another one it is set here, and read out. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const meta = useMatches()
    .map(({ handle }) => handle)
    .findLast(isMeta);
  const last = useRef(pathname);
  // Before the effects of the page itself, which may know a better title: see `usePageTitle`.
  useLayoutEffect(() => {
    if (!meta) return;
    document.title = meta.title;
    document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description ?? '');
  }, [meta, pathname]);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash === '') document.getElementById('main')?.focus({ preventScroll: true });
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
