import { Outlet } from 'react-router';
import { SkipLink } from '@/components/layout/skip-link';
import { TooltipProvider } from '@/components/ui/tooltip';
import { addRoutes, setReauthentication } from '@/lib/api-client';
import { askToReauthenticate } from '@/lib/reauthentication';
import { signedInRouteTable } from '@/lib/signed-in-route-table';
import { useSameUser } from '@/features/auth/api/use-same-user';
import { useSessionEnd } from '@/features/auth/api/use-session-end';
import { Reauthentication } from '@/features/auth/components/reauthentication';
import { SidebarFrame } from '@/features/sidebar/components/sidebar-frame';

addRoutes(signedInRouteTable);
setReauthentication(askToReauthenticate);

/** Layout of signed-in pages. */
export function Component() {
  const user = useSameUser();
  useSessionEnd(user);
  // The session has just ended, or the page is about to reload.
  if (!user) return null;
  return (
    <TooltipProvider>
      <SkipLink />
      <SidebarFrame user={user}>
        <main id="main" tabIndex={-1} className="flex min-w-0 grow flex-col">
          <div className="product">
            <Outlet />
          </div>
        </main>
      </SidebarFrame>
      <Reauthentication />
    </TooltipProvider>
  );
}
