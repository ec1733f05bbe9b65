import { getPeriod, getPeriodBefore, periodLabels, reportParams } from '@/components/charts/periods';
import { useListState } from '@/components/list/use-list-state';
import { Page } from '@/components/page/page';
import { QueryView } from '@/components/page/query-view';
import { Select, toOptions } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { useReport, useToday } from '../api/reports.api';
import { NoLeads } from './no-leads';
import { ReportView } from './report-view';

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
