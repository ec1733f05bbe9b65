import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { ToastOutlet } from '@/components/toast/toast-outlet';
import type { PageMeta } from '@/config/pages';

const isMeta = (handle: unknown): handle is PageMeta =>
  typeof handle === 'object' && handle !== null && 'title' in handle && 'description' in handle;

/** The first page has its title from its HTML; on the way to another one it is set here, and read out. */
function usePageChange(): void {
  const { pathname, hash } = useLocation();
  const meta = useMatches()
    .map(({ handle }) => handle)
    .findLast(isMeta);
  const last = useRef(pathname);
  useEffect(() => {
    if (meta) {
      document.title = meta.title;
      document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description);
    }
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash === '') document.getElementById('main')?.focus({ preventScroll: true });
  }, [meta, pathname, hash]);
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
