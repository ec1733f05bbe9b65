import { leadTypes } from '@desk/contracts/leads/leads.values';
import { type Period, periodLabels, periodPhrases, reportParams } from '@/components/charts/periods';
import { choice } from '@/components/list/list-params';
import { useListState } from '@/components/list/use-list-state';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ChartColumn } from '@/components/ui/icons';
import { Select, toOptions } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { pluralize } from '@/lib/numbers';
import { LeadsByDay, RevenueByDay } from './by-day';
import { ByFunnel } from './by-funnel';
import { ByPlace } from './by-place';
import { type MarketReport, sumDays } from './counts';
import { Totals } from './totals';
import { useMarketReport } from './use-market-report';

type LeadType = (typeof leadTypes)[number];

const typeLabels = Object.fromEntries(leadTypes.map((type) => [type, type])) as Record<LeadType, LeadType>;
const ALL_TYPES = 'all';
const typeOptions = [{ value: ALL_TYPES, label: 'All types' }, ...toOptions(typeLabels)] as const;

/** What is kept in the URL of the page. */
const params = { ...reportParams, type: choice('Lead type', typeLabels) };

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
  const { period, type } = view;
  const { during } = periodPhrases[period];
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
      <QueryView query={useMarketReport(period)} what="the report" skeleton={<ReportSkeleton />}>
        {(report) =>
          report.days.every(({ accepted }) => accepted === 0) ? (
            <NoLeads period={period} report={report} />
          ) : (
            <div className="grid gap-6">
              <Totals report={report} during={during} />
              <div className="grid items-start gap-6 xl:grid-cols-2">
                <LeadsByDay report={report} during={during} />
                <RevenueByDay report={report} during={during} />
              </div>
              <ByFunnel report={report} />
              <ByPlace
                report={report}
                leadType={type}
                actions={
                  <Select
                    label="Lead type"
                    className="w-40"
                    options={typeOptions}
                    value={type ?? ALL_TYPES}
                    onChange={(chosen) => change({ type: chosen === ALL_TYPES ? null : chosen })}
                  />
                }
              />
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}
