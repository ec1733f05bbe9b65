import type { UserSession } from '@desk/contracts/accounts/accounts.schemas';
import { describeDevice } from '@desk/contracts/format/device';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notify, notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { keepRowFocus } from '@/components/ui/keep-row-focus';
import { Loading } from '@/components/ui/loading';
import { MonitorSmartphone } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, formatRelative } from '@/lib/dates';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../api/sessions';
import { SignOutEverywhere } from './sign-out-everywhere';

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
  const endSession = useEndSession();
  return (
    <Button
      variant="quiet"
      className="shrink-0 self-center"
      aria-label={`Sign out of ${describeDevice(userAgent)}`}
      isBusy={endSession.isPending}
      onClick={() =>
        endSession.mutate(id, {
          onSuccess: () =>
            notify({ title: 'Success', description: `${describeDevice(userAgent)} has been signed out.` }),
          onError: (error) => notifyError(getErrorMessage(error, UNREACHABLE)),
        })
      }
    >
      Sign out
    </Button>
  );
}

function EndOtherSessions({ count }: { count: number }) {
  const endOthers = useEndOtherSessions();
  const [isConfirming, setConfirming] = useState(false);
  const onConfirm = () =>
    endOthers.mutateAsync(undefined, {
      onSuccess: ({ ended }) =>
        notify({
          title: 'Success',
          description: `You have been signed out of ${ended} other ${ended === 1 ? 'session' : 'sessions'}.`,
        }),
      onError: (error) => notifyError(getErrorMessage(error, UNREACHABLE)),
      onSettled: () => setConfirming(false),
    });
  return (
    <>
      <Button variant="secondary" onClick={() => setConfirming(true)}>
        Sign out of all other sessions
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        title="Sign out of all other sessions?"
        description={`${count === 1 ? 'One other device' : `${count} other devices`} will have to sign in again with your password. This one stays signed in.`}
        confirmLabel="Sign out"
        pendingLabel="Signing out..."
        onConfirm={onConfirm}
      />
    </>
  );
}

/** Lists the user's sessions and ends others: one, all but this, or all. */
export function Sessions() {
  const { data, error, isFetching, refetch } = useQuery(sessionsQuery);
  if (data === undefined)
    return error === null ? (
      <Loading label="Loading sessions...">
        <Skeleton className="h-[76px]" />
      </Loading>
    ) : (
      <ErrorState
        title="Your sessions could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const otherCount = data.filter(({ current }) => !current).length;
  return (
    <div ref={keepRowFocus}>
      <ul>
        {data.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-5">
        {otherCount === 0 ? (
          <p className="grow text-muted">You are not signed in anywhere else.</p>
        ) : (
          <EndOtherSessions count={otherCount} />
        )}
        <SignOutEverywhere />
      </div>
    </div>
  );
}
