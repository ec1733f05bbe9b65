import { leadOutcomes, REPORT_MAX_LEADS } from '@desk/contracts/leads/lead-report.values';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import type { RouteAnswer } from '@/lib/api-client';
import { formatCount } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';
import { countMatching, outcomeTexts } from './lib/describe-outcome';

/** What became of the leads of the last days, for this agent. Always stale: filters, leads and budgets change it. */
export const Component = () => (
  <Page>
    <QueryView
      query={useQuery({ ...routeQuery('getLeadReport'), staleTime: 0 })}
      what="the report"
      skeleton={<Skeleton className="h-[480px]" />}
    >
      {(report) => <Report {...report} />}
    </QueryView>
  </Page>
);

function Report({ outcomes, received, days, isCapped }: RouteAnswer<'getLeadReport'>) {
  const counts = new Map(outcomes.map(({ outcome, count }) => [outcome, count]));
  return (
    <Card className="max-w-[820px]">
      <p>
        <strong className="tabular">{formatCount(received)}</strong> {received === 1 ? 'lead' : 'leads'} came
        in the last {days} days
        {isCapped ? ` (the newest ${formatCount(REPORT_MAX_LEADS)} are counted)` : ''}.{' '}
        <strong className="tabular">{formatCount(countMatching(outcomes))}</strong> matched your filters.
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
              <dd className="tabular text-lg font-semibold">{formatCount(counts.get(outcome) ?? 0)}</dd>
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
