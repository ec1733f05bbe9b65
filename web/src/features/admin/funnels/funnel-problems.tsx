import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { QueryView } from '@/components/page/query-view';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { problemCountsQuery } from '../problems/problems.api';
import { problemReasonLabels } from '../problems/problem-labels';

/** How often agents reported which problem with this funnel's leads. */
export function FunnelProblems({ funnelId }: { funnelId: string }) {
  const query = useQuery(problemCountsQuery(funnelId));
  return (
    <Card title="Problems that agents reported">
      <QueryView query={query} what="the reports" skeleton={<Skeleton className="h-16" />}>
        {({ counts }) =>
          counts.length === 0 ? (
            <p className="text-muted">None so far.</p>
          ) : (
            <ul className="tabular grid gap-1">
              {counts.map(({ reason, reports }) => (
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
          )
        }
      </QueryView>
    </Card>
  );
}
