import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import { useQueryClient } from '@tanstack/react-query';
import { notify, notifyError } from '@/components/toast/toast-store';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { formatDate } from '@/lib/dates';
import { describePushBrowser } from '@/lib/push-browsers';
import { pushSetUpQuery, thisBrowserQuery, useKeepPush, useRemovePush, useTestPush } from '../../api/push';
import { isActive, isThisBrowser, type ThisBrowser } from '../../lib/push-status';
import { unsubscribeThisBrowser } from '../../lib/this-browser';

interface PushBrowserRowProps {
  pushBrowser: PushBrowser;
  thisBrowser: ThisBrowser;
}

/** A browser on which the agent allowed notifications, or which ended them. */
export function PushBrowserRow({ pushBrowser, thisBrowser }: PushBrowserRowProps) {
  const { id, name, endedAt, needsReview } = pushBrowser;
  const queryClient = useQueryClient();
  const keep = useKeepPush(id);
  const remove = useRemovePush(id);
  const test = useTestPush(id);
  const isHere = isActive(pushBrowser) && isThisBrowser(pushBrowser, thisBrowser);
  const onTest = () =>
    test.mutate(undefined, {
      onSuccess: ({ reason }) => {
        if (reason === null)
          notify({ title: 'Test sent', description: `It should appear on ${name} in a moment.` });
        else notifyError('The test could not be sent.');
      },
      onError: (error) => notifyError(getErrorMessage(error, UNREACHABLE)),
    });
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: thisBrowserQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: pushSetUpQuery.queryKey });
  };
  const onKeep = () =>
    keep.mutate(undefined, {
      onSuccess: () => notify({ title: 'Browser notifications', description: `${name} was kept.` }),
      onError: (error) => notifyError(getErrorMessage(error, UNREACHABLE)),
    });
  const onRemove = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        notify({ title: 'Browser notifications', description: `${name} was removed.` });
        void (isHere ? unsubscribeThisBrowser() : Promise.resolve()).then(reload);
      },
      onError: (error) => {
        notifyError(getErrorMessage(error, UNREACHABLE));
        void reload();
      },
    });
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
            onClick={onKeep}
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
            onClick={onTest}
          >
            Send a test
          </PendingButton>
        ) : null}
        <PendingButton
          variant="quiet"
          aria-label={`${endedAt === null ? 'Remove' : 'Dismiss'} ${name}`}
          isPending={remove.isPending}
          pendingLabel="Removing..."
          onClick={onRemove}
        >
          {endedAt === null ? 'Remove' : 'Dismiss'}
        </PendingButton>
      </div>
    </li>
  );
}
