import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import { MAX_PUSH_BROWSERS } from '@desk/contracts/notifications/push.values';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { PendingButton } from '@/components/ui/button';
import { Bell } from '@/components/ui/icons';
import { MutationButton } from '@/components/ui/mutation-button';
import { Notice } from '@/components/ui/notice';
import { callRoute, getErrorMessage, type RouteAnswer, UNREACHABLE } from '@/lib/api-client';
import { formatDate } from '@/lib/dates';
import { describePushBrowser } from '@/lib/push-browsers';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import {
  isActive,
  isThisBrowser,
  type PushStatus,
  type ThisBrowser,
  toPushStatus,
} from '../../lib/push-status';
import {
  NotAllowedError,
  readThisBrowser,
  subscribeThisBrowser,
  unsubscribeThisBrowser,
} from '../../lib/this-browser';

/** Always stale: a push service may end a subscription at any time. */
const pushSetUpQuery = { ...routeQuery('getPushSetUp'), staleTime: 0 };

/** Always stale: the agent may change it in the browser's own settings. */
const thisBrowserQuery = queryOptions({
  queryKey: ['this-browser'],
  queryFn: readThisBrowser,
  staleTime: 0,
});

/** Puts the server's answer into the query cache. */
function useCachePushSetUp(): (setUp: RouteAnswer<'getPushSetUp'>) => void {
  const queryClient = useQueryClient();
  return (setUp) => queryClient.setQueryData(pushSetUpQuery.queryKey, setUp);
}

const TITLE = 'Browser notifications';
const SUBSCRIBE_FAILED =
  "This browser couldn't turn notifications on. Please try again, or use another browser.";

function useAllowPush() {
  const queryClient = useQueryClient();
  const save = useCachePushSetUp();
  return useMutation({
    mutationFn: async (applicationServerKey: string) =>
      callRoute('allowPush', { body: await subscribeThisBrowser(applicationServerKey) }),
    onSuccess: save,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: thisBrowserQuery.queryKey }),
    meta: {
      success: { title: TITLE, description: 'Notifications are on. New leads will appear here.' },
      failure: (error) =>
        error instanceof NotAllowedError
          ? { title: 'Notifications were not allowed' }
          : getErrorMessage(error, SUBSCRIBE_FAILED),
    },
  });
}

const useKeepPush = ({ id, name }: PushBrowser) =>
  useRouteMutation('keepPush', {
    params: { browserId: id },
    onSuccess: useCachePushSetUp(),
    success: { title: TITLE, description: `${name} was kept.` },
    failure: UNREACHABLE,
  });

/** @param isHere whether it is this browser, whose subscription then ends, too */
function useRemovePush({ id, name }: PushBrowser, isHere: boolean) {
  const queryClient = useQueryClient();
  const save = useCachePushSetUp();
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: thisBrowserQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: pushSetUpQuery.queryKey });
  };
  return useRouteMutation('removePush', {
    params: { browserId: id },
    onSuccess: (setUp) => {
      save(setUp);
      void (isHere ? unsubscribeThisBrowser() : Promise.resolve()).then(reload);
    },
    onError: () => void reload(),
    success: { title: TITLE, description: `${name} was removed.` },
    failure: UNREACHABLE,
  });
}

const useTestPush = ({ id, name }: PushBrowser) =>
  useRouteMutation('testPush', {
    params: { browserId: id },
    // A test may show that the subscription of the browser has ended.
    onSettled: useRefresh('getPushSetUp'),
    success: ({ reason }) =>
      reason === null
        ? { title: 'Test sent', description: `It should appear on ${name} in a moment.` }
        : { title: 'Error', description: 'The test could not be sent.', variant: 'destructive' },
    failure: UNREACHABLE,
  });

interface PushBrowserRowProps {
  pushBrowser: PushBrowser;
  thisBrowser: ThisBrowser;
}

/** A browser on which the agent allowed notifications, or whose subscription has ended. */
function PushBrowserRow({ pushBrowser, thisBrowser }: PushBrowserRowProps) {
  const { name, endedAt, needsReview } = pushBrowser;
  const isHere = isActive(pushBrowser) && isThisBrowser(pushBrowser, thisBrowser);
  const keep = useKeepPush(pushBrowser);
  const remove = useRemovePush(pushBrowser, isHere);
  const test = useTestPush(pushBrowser);
  const removeLabel = endedAt === null ? 'Remove' : 'Dismiss';
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
          <MutationButton
            variant="secondary"
            aria-label={`Keep ${name}`}
            mutation={keep}
            pendingLabel="Keeping..."
          >
            Keep
          </MutationButton>
        ) : null}
        {endedAt === null && !needsReview ? (
          <MutationButton
            variant="secondary"
            aria-label={`Send a test to ${name}`}
            mutation={test}
            pendingLabel="Sending..."
          >
            Send a test
          </MutationButton>
        ) : null}
        <MutationButton
          variant="quiet"
          aria-label={`${removeLabel} ${name}`}
          mutation={remove}
          pendingLabel="Removing..."
        >
          {removeLabel}
        </MutationButton>
      </div>
    </li>
  );
}

/** Notifications on the agent's browsers, in addition to the delivery of each lead. */
export function PushCard() {
  const id = useId();
  const setUp = useQuery(pushSetUpQuery);
  const { data: browser } = useQuery(thisBrowserQuery);
  const data = setUp.data && browser && { ...setUp.data, browser };
  return (
    <section
      aria-labelledby={id}
      className="@container rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex min-w-0 gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
          <Bell aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 id={id} className="font-semibold">
            Browser notifications
          </h2>
          <p className="text-muted">
            A short notice of each new lead on this computer or phone, even when the site is closed. The
            notification shows the state and lead type only, never a name or phone number. The lead itself
            still arrives by email.
          </p>
        </div>
      </div>
      <div className="mt-5">
        <QueryView query={{ ...setUp, data }} what="your browsers">
          {({ applicationServerKey, browsers, browser: thisBrowser }) => (
            <div className="grid gap-4">
              <PushSetUp
                status={toPushStatus(applicationServerKey, browsers, thisBrowser)}
                applicationServerKey={applicationServerKey ?? ''}
                isFull={browsers.filter(isActive).length >= MAX_PUSH_BROWSERS}
              />
              {browsers.length === 0 ? null : (
                <ul
                  data-focus="rows"
                  aria-label="Your browsers"
                  className="grid gap-4 border-t border-line pt-4"
                >
                  {browsers.map((one) => (
                    <PushBrowserRow key={one.id} pushBrowser={one} thisBrowser={thisBrowser} />
                  ))}
                </ul>
              )}
            </div>
          )}
        </QueryView>
      </div>
    </section>
  );
}

interface PushSetUpProps {
  status: PushStatus;
  applicationServerKey: string;
  isFull: boolean;
}

/** Says whether this browser shows notifications, and offers to allow them. The browser asks only after a click. */
function PushSetUp({ status, applicationServerKey, isFull }: PushSetUpProps) {
  const allow = useAllowPush();
  if (status === 'unavailable') return <p>Browser notifications are not available at the moment.</p>;
  if (status === 'unsupported')
    return (
      <p>
        This browser can't show notifications. On an iPhone or iPad, add this site to your home screen first,
        and open it from there.
      </p>
    );
  if (status === 'blocked')
    return (
      <Notice tone="money" title="Blocked in this browser">
        This browser blocks notifications from this site. Open the site settings next to the address bar,
        allow notifications, then reload this page.
      </Notice>
    );
  if (status === 'review') return <p className="font-semibold">Paused on this browser until you keep it.</p>;
  if (status === 'allowed') return <p className="font-semibold">Allowed on this browser.</p>;
  if (isFull)
    return (
      <p>Notifications are allowed on {MAX_PUSH_BROWSERS} browsers. Remove one to allow them on this one.</p>
    );
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-sm text-muted">Your browser will ask whether this site may show notifications.</p>
      <PendingButton
        className="w-full @md:w-auto"
        isPending={allow.isPending}
        pendingLabel="Waiting for your browser..."
        onClick={() => allow.mutate(applicationServerKey)}
      >
        Allow on this browser
      </PendingButton>
    </div>
  );
}
