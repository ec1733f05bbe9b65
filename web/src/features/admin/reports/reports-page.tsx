import {
  getPeriod,
  type Period,
  periodLabels,
  periodPhrases,
  reportParams,
} from '@/components/charts/periods';
import { useListState } from '@/components/list/use-list-state';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ChartColumn } from '@/components/ui/icons';
import { Select, toOptions } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { pluralize } from '@/lib/numbers';
import { ByAgent } from './by-agent';
import { DeliveryByDay, LeadsByDay, RevenueByDay } from './by-day';
import { ByPlace, placeParams } from './by-place';
import { type MarketReport, sumDays } from './counts';
import { ByCampaign, ByFunnel } from './earnings';
import { Money } from './money';
import { Totals } from './totals';
import { useReportOnDays } from './use-market-report';

/** Parameters that are kept in the URL of the page. */
const params = { ...reportParams, ...placeParams };

const ReportSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-120 w-full sm:h-90 xl:h-75" />
    <Skeleton className="h-90 w-full" />
    <Skeleton className="h-90 w-full" />
  </div>
);

function NoLeads({ period, report }: { period: Period; report: MarketReport }) {
  const { duplicates, refused } = sumDays(report.days);
  const posts = duplicates + refused;
  return (
    <EmptyState
      icon={ChartColumn}
      title={`No leads ${periodPhrases[period].during}`}
      description={`${posts === 0 ? 'No post was refused either.' : `${pluralize(posts, 'post')} ${posts === 1 ? 'was' : 'were'} refused.`} Once a funnel posts a lead, this page shows which funnel earns money, and where agents are missing.`}
      action={
        period === '90' ? (
          <ButtonLink to="/admin/funnels">Go to the funnels</ButtonLink>
        ) : (
          <ButtonLink to="/admin/reports?period=90">Show the last 90 days</ButtonLink>
        )
      }
    />
  );
}

/** What became of posts and leads in a period. */
export function Component() {
  const { view, change } = useListState(params, '');
  const { period, type, show } = view;
  const { during } = periodPhrases[period];
  const { days, query } = useReportOnDays((today) => getPeriod(period, today));
  return (
    <Page
      description="What became of posts and leads, which funnel earns money, and where agents are missing."
      actions={
        <Select
          label="Period"
          className="w-44"
          options={toOptions(periodLabels)}
          value={period}
          onChange={(chosen) => change({ period: chosen })}
        />
      }
    >
      <div className="grid gap-6">
        <QueryView query={query} what="the report" skeleton={<ReportSkeleton />}>
          {(report) => (
            <>
              {report.days.every(({ accepted }) => accepted === 0) ? (
                <NoLeads period={period} report={report} />
              ) : (
                <>
                  <Totals report={report} during={during} />
                  <div className="grid items-start gap-6 xl:grid-cols-2">
                    <LeadsByDay report={report} during={during} />
                    <RevenueByDay report={report} during={during} />
                  </div>
                  <DeliveryByDay report={report} during={during} />
                  <ByFunnel report={report} />
                  <ByCampaign report={report} />
                </>
              )}
              {report.places.length === 0 ? null : (
                <ByPlace report={report} during={during} measure={show} leadType={type} onChange={change} />
              )}
            </>
          )}
        </QueryView>
        <ByAgent days={days} during={during} />
        <Money days={days} during={during} />
      </div>
    </Page>
  );
}
