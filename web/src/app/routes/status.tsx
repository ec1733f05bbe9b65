import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton } from '@/components/ui/skeleton';
import { statusQuery } from '@/features/status/api/get-status';
import { StatusContent } from '@/features/status/components/status-content';

export function Component() {
  const { data, isError, error, isFetching, refetch } = useQuery(statusQuery);
  return (
    <div className="page section">
      <h1 className="display text-3xl">System status</h1>
      <p className="mt-3 mb-8 text-lg text-muted">
        What works now, how fast leads arrive, and what went wrong.
      </p>
      {data ? (
        <StatusContent status={data} />
      ) : isError ? (
        <ErrorState
          title="The status could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading the status...">
          <Skeleton className="h-14 w-full" />
          <Skeleton className="mt-12 h-24 w-full" />
          <Skeleton className="mt-12 h-[480px] w-full" />
        </div>
      )}
    </div>
  );
}
