import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { QueryView } from '@/components/page/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { noticesQuery } from '../../api/notices';

const NotificationSections = lazy(async () => ({
  default: (await import('../later-panels')).NotificationSections,
}));

const skeleton = <Skeleton className="h-64 max-w-[720px]" />;

/** Which emails the agent receives besides leads, and when. */
export function NotificationsPanel({ user }: { user: CurrentUser }) {
  const query = useQuery(noticesQuery);
  return (
    <QueryView query={query} what="your notifications" skeleton={skeleton}>
      {(preferences) => (
        <Suspense fallback={skeleton}>
          <NotificationSections user={user} preferences={preferences} />
        </Suspense>
      )}
    </QueryView>
  );
}
