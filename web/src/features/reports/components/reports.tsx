import { ageRanges, assetBands, leadTypes } from '@desk/contracts/leads/leads.values';
import { useQuery } from '@tanstack/react-query';
import {
  getPeriod,
  getPeriodBefore,
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
import { routeQuery } from '@/lib/route-query';
import { type Report, useReport, useToday } from '../api/reports.api';
import { listPath } from '../lib/list-path';
import { Arrivals } from './arrivals';
import { ByState } from './by-state';
import { ByValue } from './by-value';
import { ContactSpeed } from './contact-speed';
import { Headline } from './headline';
import { LeadsOverTime } from './leads-over-time';
import { Outcomes } from './outcomes';

const ReportSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-72 w-full sm:h-60 xl:h-44" />
    <Skeleton className="h-90 w-full" />
    <div className="grid gap-6 xl:grid-cols-2">
      <Skeleton className="h-90 w-full" />
      <Skeleton className="h-90 w-full" />
    </div>
  </div>
);

/** No lead was sold by this day. A lead that the list returned would count as seen, and not be refunded. */
const BEFORE_ALL_LEADS = '2000-01-01';

/** Shown for a period without leads. What to do next depends on whether the agent has any. */
function NoLeads({ period }: { period: Period }) {
  const { data, isPending } = useQuery({
    ...routeQuery('listLeads', { query: { to: BEFORE_ALL_LEADS } }),
    staleTime: 0,
  });
  if (isPending) return <Skeleton className="h-60 w-full" />;
  if (data?.any === false)
    return (
      <EmptyState
        icon={ChartColumn}
        title="No leads yet"
        description="Once the first lead is sold to you, this page shows when and where your leads come from, and what they cost."
        action={<ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>}
      />
    );
  // Most of the year, the last 90 days are a part of it.
  const isLongest = period === '90' || period === 'year';
  return (
    <EmptyState
      icon={ChartColumn}
      title={`No leads ${periodPhrases[period].during}`}
      description={isLongest ? 'Your earlier leads are on your list.' : 'A longer period may have some.'}
      action={
        isLongest ? (
          <ButtonLink to="/dashboard#recent-leads">Go to your leads</ButtonLink>
        ) : (
          <ButtonLink to="/reports?period=90">Show the last 90 days</ButtonLink>
        )
      }
    />
  );
}

interface ReportViewProps {
  period: Period;
  report: Report;
  /** The report of the period before. Undefined until it is loaded. */
  before: Report | undefined;
}

function ReportView({ period, report, before }: ReportViewProps) {
  const { from, to } = report;
  const nameFile = (subject: string): string => `leads-by-${subject}_${from}_${to}`;
  return (
    <div className="grid gap-6">
      <Headline report={report} before={before} />
      <LeadsOverTime period={period} report={report} before={before} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Arrivals report={report} />
        <ByState report={report} />
        <Outcomes report={report} />
        <ContactSpeed report={report} />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <ByValue
          title="By lead type"
          header="Lead type"
          values={leadTypes}
          counts={report.leadTypes}
          fileName={nameFile('type')}
          getPath={(leadType) => listPath({ from, to, leadType })}
        />
        <ByValue
          title="By age"
          header="Age"
          values={ageRanges}
          counts={report.ageRanges}
          fileName={nameFile('age')}
          getPath={(ageRange) => listPath({ from, to, ageRange })}
        />
        <ByValue
          title="By assets"
          header="Assets"
          values={assetBands}
          counts={report.assetBands}
          fileName={nameFile('assets')}
          getPath={(assetBand) => listPath({ from, to, assetBand })}
        />
      </div>
    </div>
  );
}

/** The agent's leads of a period, and how they compare with those of the period before. */
export function Component() {
  const { view, change } = useListState(reportParams, '');
  const { period } = view;
  const today = useToday();
  const query = useReport(getPeriod(period, today));
  const before = useReport(getPeriodBefore(period, today));
  const retryFailed = () =>
    Promise.all([query, before].filter(({ error }) => error !== null).map(({ refetch }) => refetch()));
  return (
    <Page
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
      <QueryView query={{ ...query, refetch: retryFailed }} what="your report" skeleton={<ReportSkeleton />}>
        {(report) =>
          report.leads === 0 ? (
            <NoLeads period={period} />
          ) : (
            <>
              {before.error === null || before.data !== undefined ? null : (
                <p role="alert" className="mb-4 text-sm text-danger">
                  The period before could not be loaded, so nothing is compared.{' '}
                  <button type="button" className="link font-semibold" onClick={() => void before.refetch()}>
                    Try again
                  </button>
                </p>
              )}
              <ReportView period={period} report={report} before={before.data} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}
