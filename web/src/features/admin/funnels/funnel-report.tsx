import { Link } from 'react-router';
import { FunnelCounts } from '@/components/funnel/funnel-counts';
import { QueryView } from '@/components/page/query-view';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { rowLink } from '../columns';
import { problemReasonLabels } from '../problems/problem-labels';
import { useFreshQuery } from '../queries';

export function FunnelReport({ funnelId }: { funnelId: string }) {
  const query = useFreshQuery('getFunnelReport', { params: { funnelId } });
  return (
    <Card title="Posts of the last 30 days">
      <QueryView
        query={query}
        what="the report"
        loading="Counting the posts..."
        failure="The posts could not be counted."
        skeleton={<Skeleton className="h-28" />}
      >
        {(report) => <FunnelCounts report={report} />}
      </QueryView>
    </Card>
  );
}

export function FunnelProblems({ funnelId }: { funnelId: string }) {
  const query = useFreshQuery('countProblemReports', { params: { funnelId } });
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
                    className={rowLink}
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
