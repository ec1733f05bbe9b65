import { useQuery } from '@tanstack/react-query';
import { QueryView } from '@/components/page/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { StatusContent } from '@/features/status/components/status-content';
import { routeQuery } from '@/lib/route-query';

const REFRESH_MS = 60_000;

const StatusSkeleton = () => (
  <>
    <Skeleton className="h-14 w-full" />
    <Skeleton className="mt-12 h-24 w-full" />
    <Skeleton className="mt-12 h-[480px] w-full" />
  </>
);

export function Component() {
  const query = useQuery({
    ...routeQuery('getStatus'),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="page section">
      <h1 className="display text-3xl">System status</h1>
      <p className="mt-3 mb-8 text-lg text-muted">
        What works now, how fast leads arrive, and what went wrong.
      </p>
      <QueryView query={query} what="the status" skeleton={<StatusSkeleton />}>
        {(status) => <StatusContent status={status} />}
      </QueryView>
    </div>
  );
}
