import { leadOutcomes, REPORT_MAX_LEADS } from '@desk/contracts/leads/lead-report.values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Loading } from '@/components/ui/loading';
import { Skeleton } from '@/components/ui/skeleton';
import { routeQuery } from '@/lib/route-query';
import { countMatching, outcomeTexts } from '../lib/describe-outcome';

const format = (count: number): string => count.toLocaleString('en-US');

/** What became of the leads of the last days, for this agent. */
export function LeadReport() {
  const { data, error, isFetching, refetch } = useQuery({
    ...routeQuery('getLeadReport'),
    // Filters, leads and budgets change it.
    staleTime: 0,
  });
  if (data === undefined)
    return error === null ? (
      <Loading label="Loading leads...">
        <Skeleton className="h-[480px]" />
      </Loading>
    ) : (
      <ErrorState
        title="The report could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const counts = new Map(data.outcomes.map(({ outcome, count }) => [outcome, count]));
  return (
    <Card className="max-w-[820px]">
      <p>
        <strong className="tabular">{format(data.received)}</strong> {data.received === 1 ? 'lead' : 'leads'}{' '}
        came in the last {data.days} days
        {data.isCapped ? ` (the newest ${format(REPORT_MAX_LEADS)} are counted)` : ''}.{' '}
        <strong className="tabular">{format(countMatching(data.outcomes))}</strong> matched your filters.
      </p>
      <dl className="mt-5 border-t border-line">
        {leadOutcomes
          .filter((outcome) => counts.has(outcome) || outcome === 'yours')
          .map((outcome) => (
            <div
              key={outcome}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-b border-line py-3 last:border-0"
            >
              <dt>
                <span className="block font-semibold">{outcomeTexts[outcome].label}</span>
                <span className="text-muted">{outcomeTexts[outcome].note}</span>
              </dt>
              <dd className="tabular text-lg font-semibold">{format(counts.get(outcome) ?? 0)}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        Each lead since you signed up is counted once, under the first line that applies. Filters, hours and
        budgets are those you have now. Pauses, card and daily limit are those when the lead came.{' '}
        <Link to="/settings?tab=filters" className="link font-semibold">
          Change filters
        </Link>
      </p>
    </Card>
  );
}
