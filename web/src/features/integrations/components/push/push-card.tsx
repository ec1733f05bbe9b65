import { MAX_PUSH_BROWSERS } from '@desk/contracts/notifications/push.values';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { keepRowFocus } from '@/components/ui/keep-row-focus';
import { Loading } from '@/components/ui/loading';
import { Bell } from '@/components/ui/icons';
import { pushSetUpQuery, thisBrowserQuery } from '../../api/push';
import { isActive, toPushStatus } from '../../lib/push-status';
import { PushBrowserRow } from './push-browser-row';
import { PushSetUp } from './push-set-up';

/** Notifications on the agent's browsers, which come besides the leads themselves. */
export function PushCard() {
  const id = useId();
  const { data: setUp, error, isFetching, refetch } = useQuery(pushSetUpQuery);
  const { data: browser } = useQuery(thisBrowserQuery);
  return (
    <section
      ref={keepRowFocus}
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
            A short notice of each new lead on this computer or phone, also while the site is closed. It says
            the state and the type, and no name or phone number. The lead itself still arrives by email.
          </p>
        </div>
      </div>
      {setUp === undefined && error !== null ? (
        <ErrorState
          title="Your browsers could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : null}
      {setUp === undefined || browser === undefined ? (
        error === null ? (
          <Loading label="Loading browser notifications..." />
        ) : null
      ) : (
        <div className="mt-5 grid gap-4">
          <PushSetUp
            status={toPushStatus(setUp.applicationServerKey, setUp.browsers, browser)}
            applicationServerKey={setUp.applicationServerKey ?? ''}
            isFull={setUp.browsers.filter(isActive).length >= MAX_PUSH_BROWSERS}
          />
          {setUp.browsers.length === 0 ? null : (
            <ul aria-label="Your browsers" className="grid gap-4 border-t border-line pt-4">
              {setUp.browsers.map((one) => (
                <PushBrowserRow key={one.id} pushBrowser={one} thisBrowser={browser} />
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
