import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { formatDate } from '@/lib/dates';
import { describePushBrowser } from '@/lib/push-browsers';
import { useKeepPush, useRemovePush, useTestPush } from '../../api/push';
import { isActive, isThisBrowser, type ThisBrowser } from '../../lib/push-status';

interface PushBrowserRowProps {
  pushBrowser: PushBrowser;
  thisBrowser: ThisBrowser;
}

/** A browser on which the agent allowed notifications, or which ended them. */
export function PushBrowserRow({ pushBrowser, thisBrowser }: PushBrowserRowProps) {
  const { name, endedAt, needsReview } = pushBrowser;
  const isHere = isActive(pushBrowser) && isThisBrowser(pushBrowser, thisBrowser);
  const keep = useKeepPush(pushBrowser);
  const remove = useRemovePush(pushBrowser, isHere);
  const test = useTestPush(pushBrowser);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 grow basis-64 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{name}</span>
          {isHere ? <Badge tone="brand">This browser</Badge> : null}
          {needsReview ? <Badge tone="money">Review</Badge> : null}
          {endedAt === null ? null : <Badge tone="money">Ended {formatDate(endedAt)}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {needsReview
            ? 'Set up before your account was recovered. It gets no notifications until you keep it.'
            : describePushBrowser(pushBrowser)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {needsReview ? (
          <PendingButton
            variant="secondary"
            aria-label={`Keep ${name}`}
            isPending={keep.isPending}
            pendingLabel="Keeping..."
            onClick={() => keep.mutate()}
          >
            Keep
          </PendingButton>
        ) : null}
        {endedAt === null && !needsReview ? (
          <PendingButton
            variant="secondary"
            aria-label={`Send a test to ${name}`}
            isPending={test.isPending}
            pendingLabel="Sending..."
            onClick={() => test.mutate()}
          >
            Send a test
          </PendingButton>
        ) : null}
        <PendingButton
          variant="quiet"
          aria-label={`${endedAt === null ? 'Remove' : 'Dismiss'} ${name}`}
          isPending={remove.isPending}
          pendingLabel="Removing..."
          onClick={() => remove.mutate()}
        >
          {endedAt === null ? 'Remove' : 'Dismiss'}
        </PendingButton>
      </div>
    </li>
  );
}
