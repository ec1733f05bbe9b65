import { skipToken, useQuery } from '@tanstack/react-query';
import { FunnelCounts } from '@/components/funnel/funnel-counts';
import { FunnelModeBadge } from '@/components/funnel/funnel-mode';
import { PostingGuide } from '@/components/funnel/posting-guide';
import { TryFunnel } from '@/components/funnel/try-funnel';
import { QueryView } from '@/components/page/query-view';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute, hasCode, type RouteAnswer } from '@/lib/api-client';
import { useLinkToken } from '@/lib/link-token';
import { routeKey } from '@/lib/route-query';

const REFRESH_MS = 60_000;

const withKey = (key: string) => ({ headers: { 'X-Funnel-Key': key } });

function Report({ token, report }: { token: string; report: RouteAnswer<'getOwnReport'> }) {
  return (
    <>
      <p className="mb-6 flex flex-wrap items-center gap-3 text-xl font-semibold wrap-anywhere">
        {report.name}
        <FunnelModeBadge mode={report.mode} />
      </p>
      <div className="grid gap-6">
        <Card title="Posts of the last 30 days">
          <FunnelCounts report={report.report} />
        </Card>
        <PostingGuide funnel={report} keys={report.keys} />
        <TryFunnel post={(body) => callRoute('tryOwnFunnel', { ...withKey(token), body })} />
      </div>
    </>
  );
}

/** What the owner of a funnel sees by a private link, without an account. The link's key is in the part after the `#`. */
export function Component() {
  const token = useLinkToken(true);
  const query = useQuery({
    queryKey: routeKey('getOwnReport', token),
    queryFn: token ? () => callRoute('getOwnReport', withKey(token)) : skipToken,
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
        <QueryView query={query} what="the report" skeleton={<Skeleton className="h-[640px] w-full" />}>
          {(report) => <Report token={token ?? ''} report={report} />}
        </QueryView>
      )}
    </div>
  );
}
