import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '@/components/layout/footer';
import { Header } from '@/components/layout/header';
import { homeOf, useUser } from '@/features/auth/api/get-user';

/** The frame of every public page. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const user = useUser();
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-surface px-4 py-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header home={user ? homeOf(user) : null} />
      <main id="main" tabIndex={-1} className="flex grow flex-col">
        {children}
      </main>
      <Footer />
    </>
  );
}

export function PublicLayout() {
  return (
    <PublicFrame>
      <Outlet />
    </PublicFrame>
  );
}
