import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { problemCountsQuery } from '../problems/problems.api';
import { problemReasonLabels } from '../problems/problem-labels';

/** How often agents reported which problem with this funnel's leads. */
export function FunnelProblems({ funnelId }: { funnelId: string }) {
  const { data, error, isFetching, refetch } = useQuery(problemCountsQuery(funnelId));
  return (
    <Card title="Problems that agents reported">
      {data === undefined ? (
        error === null ? (
          <Loading label="Loading the reports...">
            <Skeleton className="h-16" />
          </Loading>
        ) : (
          <ErrorState
            title="The reports could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : data.counts.length === 0 ? (
        <p className="text-muted">None so far.</p>
      ) : (
        <ul className="tabular grid gap-1">
          {data.counts.map(({ reason, reports }) => (
            <li key={reason} className="flex items-center justify-between gap-4">
              <Link
                to={`/admin/problems?state=all&funnel=${funnelId}&reason=${reason}`}
                className="link inline-flex items-center pointer-coarse:min-h-11"
              >
                {problemReasonLabels[reason]}
              </Link>
              <span className="font-semibold">{reports}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
