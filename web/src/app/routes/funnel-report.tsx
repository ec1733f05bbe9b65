import { skipToken, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { QueryView } from '@/components/page/query-view';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute, hasCode } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';
import { routeKey } from '@/lib/route-query';

const REFRESH_MS = 60_000;

const ReportSkeleton = () => <Skeleton className="h-[640px] w-full" />;

// Only people with a link need it.
const Report = lazy(async () => ({ default: (await import('@/features/funnel-report/report')).Report }));

/** The report that the owner of a funnel opens by a private link, without an account. Its key follows the `#`. */
export function Component() {
  const token = useLinkToken(true);
  const query = useQuery({
    queryKey: routeKey('getOwnReport', token),
    queryFn: token ? () => callRoute('getOwnReport', { headers: { 'X-Funnel-Key': token } }) : skipToken,
    refetchInterval: REFRESH_MS,
  });
  const isInvalid = token === null || hasCode(query.error, 'UNKNOWN_FUNNEL_KEY');
  return (
    <div className="page section">
      <h1 className="display text-3xl">Funnel report</h1>
      <p className="mt-3 mb-8 text-lg text-muted">
        What became of your posts, how to post, and a form that posts a test lead.
      </p>
      {isInvalid ? (
        <Notice tone="danger" title="This link doesn't work">
          It may be incomplete, or it was revoked. Ask whoever sent it to you for a new one.
        </Notice>
      ) : (
        <QueryView query={query} what="the report" skeleton={<ReportSkeleton />}>
          {(report) => (
            <Suspense fallback={<ReportSkeleton />}>
              <Report token={token ?? ''} report={report} />
            </Suspense>
          )}
        </QueryView>
      )}
    </div>
  );
}
