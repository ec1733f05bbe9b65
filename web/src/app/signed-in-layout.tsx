import { useEffect } from 'react';
import { Link, Outlet } from 'react-router';
import { SkipLink } from '@/components/layout/skip-link';
import { TooltipProvider } from '@/components/ui/tooltip';
import { useRequestHooks, useSameUser, useSessionEnd } from '@/features/auth/api/session';
import { Reauthentication } from '@/features/auth/components/reauthentication';
import { useAdminChanges } from '@/features/live/api/live.api';
import { SidebarFrame } from '@/features/sidebar/components/sidebar-frame';
import { formatTimeZone } from '@/lib/format-time-zone';
import { getShownTimeZone } from '@/lib/time-zone';
import { listNavigation } from './navigation';

/**
 * Loads the code that shows notices early, because the network may be down when a notice is needed. Not for admins,
 * whose pages already load as much script as they may.
 */
function usePreloadedNotices(isAgent: boolean): void {
  useEffect(() => {
    if (isAgent) import('@/components/toast/toaster').catch(() => undefined);
  }, [isAgent]);
}

export function Component() {
  useRequestHooks();
  const user = useSameUser();
  useSessionEnd(user);
  useAdminChanges(user?.isAdmin === true && user.secondFactorRequired !== true);
  usePreloadedNotices(user?.isAdmin === false);
  // The session has just ended, or the page is about to reload.
  if (!user) return null;
  return (
    <TooltipProvider>
      <SkipLink />
      <SidebarFrame user={user} navigation={listNavigation(user)}>
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col">
          <div className="product mx-auto w-full max-w-[1440px] px-4 pt-6 pb-16 md:px-6 md:pt-8 md:pb-20 xl:px-10">
            <Outlet />
            <p className="mt-10 text-sm text-muted">
              Times are in {formatTimeZone(getShownTimeZone())}.{' '}
              {user.isAdmin ? null : (
                <Link to="/settings?tab=notifications" className="link">
                  Change the time zone
                </Link>
              )}
            </p>
          </div>
        </main>
      </SidebarFrame>
      <Reauthentication />
    </TooltipProvider>
  );
}
