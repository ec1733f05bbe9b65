import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '@/components/layout/footer';
import { Header } from '@/components/layout/header';
import { SkipLink } from '@/components/layout/skip-link';
import { getHomePath, useUser } from '@/lib/current-user';

export function PublicFrame({ children }: { children: ReactNode }) {
  const user = useUser();
  return (
    <>
      <SkipLink />
      <Header home={user ? getHomePath(user) : null} />
      <main id="main" tabIndex={-1} className="flex grow flex-col">
        {children}
      </main>
      <Footer />
    </>
  );
}

export const PublicLayout = () => (
  <PublicFrame>
    <Outlet />
  </PublicFrame>
);
