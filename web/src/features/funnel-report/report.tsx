import { FunnelCounts } from '@/components/funnel/funnel-counts';
import { FunnelModeBadge } from '@/components/funnel/funnel-mode';
import { PostingGuide } from '@/components/funnel/posting-guide';
import { TryFunnel } from '@/components/funnel/try-funnel';
import { Card } from '@/components/ui/card';
import { callRoute, type RouteAnswer } from '@/lib/api-client';

/** A funnel's counts, how it posts, and a form that posts a test lead. */
export const Report = ({ token, report }: { token: string; report: RouteAnswer<'getOwnReport'> }) => (
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
      <TryFunnel post={(body) => callRoute('tryOwnFunnel', { headers: { 'X-Funnel-Key': token }, body })} />
    </div>
  </>
);
