import type { UserSession } from '@desk/contracts/accounts/accounts.schemas';
import { describeDevice } from '@desk/contracts/format/device';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { MonitorSmartphone } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDate, formatRelative } from '@/lib/dates';
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

function EndSession({ session }: { session: UserSession }) {
  const endSession = useEndSession(session);
  return (
    <Button
      variant="quiet"
      className="shrink-0 self-center"
      aria-label={`Sign out of ${describeDevice(session.userAgent)}`}
      isBusy={endSession.isPending}
      onClick={() => endSession.mutate()}
    >
      Sign out
    </Button>
  );
}

function EndOtherSessions({ count }: { count: number }) {
  const endOthers = useEndOtherSessions();
  const [isConfirming, setConfirming] = useState(false);
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
        onConfirm={() => endOthers.mutateAsync(undefined, { onSettled: () => setConfirming(false) })}
      />
    </>
  );
}

/** Lists the user's sessions and ends others: one, all but this, or all. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  return (
    <QueryView query={query} what="your sessions" skeleton={<Skeleton className="h-[76px]" />}>
      {(sessions) => <SessionList sessions={sessions} />}
    </QueryView>
  );
}

function SessionList({ sessions }: { sessions: readonly UserSession[] }) {
  const otherCount = sessions.filter(({ current }) => !current).length;
  return (
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
        <SignOutEverywhere />
      </div>
    </div>
  );
}
