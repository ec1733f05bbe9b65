import type { FunnelReport as Report } from '@desk/contracts/leads/funnel-report.schemas';
import type { RejectionReason } from '@desk/contracts/leads/funnels.values';
import { Link } from 'react-router';
import { QueryView } from '@/components/page/query-view';
import { Card } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { formatCount } from '@/lib/numbers';
import { rowLink } from '../columns';
import { problemReasonLabels } from '../problems/problem-labels';
import { useFreshQuery } from '../queries';

const reasonLabels: Readonly<Record<RejectionReason, string>> = {
  duplicate: 'Duplicate',
  invalid: 'Fields missing or not valid',
  consent_missing: 'No proof of consent',
  idempotency_mismatch: 'Idempotency key of another lead',
  malformed: 'Not readable',
  unsupported_type: 'Neither JSON nor a form',
  origin_not_allowed: 'Page that may not post',
  too_many_requests: 'Over the rate limit',
  unknown_key: 'Unknown key',
};

type Row = readonly [label: string, count: number];

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <dl className="tabular mt-1 grid gap-1">
        {rows.map(([label, count]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Counts({ leads, rejections }: Report) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Rows
        title={`${formatCount(leads.accepted)} accepted`}
        rows={[
          ['Sold', leads.sold],
          ['Being charged', leads.reserved],
          ['Waiting for an agent', leads.available],
          ['Expired', leads.expired],
        ]}
      />
      <Rows
        title={`${formatCount(rejections.reduce((sum, { posts }) => sum + posts, 0))} refused`}
        rows={rejections.map(({ reason, posts }) => [reasonLabels[reason], posts])}
      />
    </div>
  );
}

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
        {(report) => <Counts {...report} />}
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
