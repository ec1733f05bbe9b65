import type { UserSession } from '@desk/contracts/accounts/accounts.schemas';
import { describeDevice } from '@desk/contracts/format/device';
import { useQuery } from '@tanstack/react-query';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/confirm-action';
import { MonitorSmartphone } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { UNREACHABLE } from '@/lib/api-client';
import { formatDate, formatRelative } from '@/lib/dates';
import { pluralize } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';

function SessionItem({ session }: { session: UserSession }) {
  const { current, userAgent, beganAt, lastUsedAt } = session;
  return (
    <li className="flex gap-4 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-muted">
        <MonitorSmartphone aria-hidden className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {describeDevice(userAgent)}
          {current ? <Badge tone="brand">This device</Badge> : null}
        </p>
        <p className="tabular text-sm text-muted">
          {current ? 'In use now' : `Last used ${formatRelative(lastUsedAt)}`}
          {beganAt === null ? null : (
            <>
              , <span className="whitespace-nowrap">signed in on {formatDate(beganAt)}</span>
            </>
          )}
        </p>
      </div>
      {current ? null : <EndSession session={session} />}
    </li>
  );
}

function EndSession({ session: { id, userAgent } }: { session: UserSession }) {
  const device = describeDevice(userAgent);
  const endSession = useRouteMutation('endSession', {
    body: { id },
    onSuccess: useRefresh('listSessions'),
    success: { title: 'Success', description: `${device} has been signed out.` },
    failure: UNREACHABLE,
  });
  return (
    <Button
      variant="quiet"
      className="shrink-0 self-center"
      aria-label={`Sign out of ${device}`}
      isBusy={endSession.isPending}
      onClick={() => endSession.mutate()}
    >
      Sign out
    </Button>
  );
}

function EndOtherSessions({ count }: { count: number }) {
  const endOthers = useRouteMutation('endOtherSessions', {
    onSuccess: useRefresh('listSessions'),
    success: ({ ended }) => ({
      title: 'Success',
      description: `You have been signed out of ${pluralize(ended, 'other session')}.`,
    }),
    failure: UNREACHABLE,
  });
  return (
    <ConfirmAction
      label="Sign out of all other sessions"
      title="Sign out of all other sessions?"
      description={`${count === 1 ? 'One other device' : `${count} other devices`} will have to sign in again with your password. This one stays signed in.`}
      confirmLabel="Sign out"
      pendingLabel="Signing out..."
      onConfirm={(close) => endOthers.mutateAsync(undefined, { onSettled: close })}
    />
  );
}

function EndAllSessions() {
  const endAll = useRouteMutation('endAllSessions', {
    // Loads the page again, so that none of the user's data stays in memory. Pending until then.
    onSuccess: () => {
      location.assign('/login');
      return new Promise(() => undefined);
    },
    failure: UNREACHABLE,
  });
  return (
    <ConfirmAction
      label="Sign out everywhere"
      title="Sign out everywhere?"
      description="Every device, this one too, will have to sign in again."
      pendingLabel="Signing out..."
      onConfirm={(close) => endAll.mutateAsync(undefined, { onError: close })}
    />
  );
}

export function Sessions() {
  const query = useQuery({ ...routeQuery('listSessions'), staleTime: 0 });
  const otherCount = query.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <QueryView query={query} what="your sessions" skeleton={<Skeleton className="h-[76px]" />}>
      {(sessions) => (
        <div>
          <ul data-focus="rows">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
          <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-5">
            {otherCount === 0 ? (
              <p className="grow text-muted">You are not signed in anywhere else.</p>
            ) : (
              <EndOtherSessions count={otherCount} />
            )}
            <EndAllSessions />
          </div>
        </div>
      )}
    </QueryView>
  );
}
