import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { noticesQuery } from '../../api/notices';

const NotificationSections = lazy(async () => ({
  default: (await import('../later-panels')).NotificationSections,
}));

const LoadingNotifications = () => (
  <Loading label="Loading your notifications">
    <Skeleton className="h-64 max-w-[720px]" />
  </Loading>
);

/** Which emails the agent receives besides leads, and when. */
export function NotificationsPanel({ user }: { user: CurrentUser }) {
  const { data, error, isFetching, refetch } = useQuery(noticesQuery);
  if (data)
    return (
      <Suspense fallback={<LoadingNotifications />}>
        <NotificationSections user={user} preferences={data} />
      </Suspense>
    );
  if (error === null) return <LoadingNotifications />;
  return (
    <ErrorState
      title="Your notifications could not be loaded."
      error={error}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
