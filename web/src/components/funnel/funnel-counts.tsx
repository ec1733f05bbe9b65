import type { FunnelReport } from '@desk/contracts/leads/funnel-report.schemas';
import type { RejectionReason } from '@desk/contracts/leads/funnels.values';
import { Link } from 'react-router';
import { type Column, DataTable, type WithId } from '@/components/ui/data-table';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';

export const reasonLabels: Readonly<Record<RejectionReason, string>> = {
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

/** `to` leads to the list of what was counted. */
type Row = readonly [label: string, count: number, to?: string | null];

const Rows = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <section>
    <h3 className="text-sm font-semibold">{title}</h3>
    <dl className="tabular mt-1 grid gap-1">
      {rows.map(([label, count, to = null]) => (
        <div key={label} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">
            {to === null ? (
              label
            ) : (
              <Link to={to} className="link inline-flex items-center pointer-coarse:min-h-11">
                {label}
              </Link>
            )}
          </dt>
          <dd className="font-semibold">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  </section>
);

const dayColumns: readonly Column<FunnelReport['byDay'][number] & WithId>[] = [
  { header: 'Day', role: 'name', noWrap: true, cell: ({ day }) => formatDay(day) },
  {
    header: 'Received',
    align: 'end',
    cell: ({ accepted, duplicates, refused }) => formatCount(accepted + duplicates + refused),
  },
  { header: 'Accepted', align: 'end', cell: ({ accepted }) => formatCount(accepted) },
  { header: 'Duplicates', align: 'end', cell: ({ duplicates }) => formatCount(duplicates) },
  { header: 'Refused', align: 'end', cell: ({ refused }) => formatCount(refused) },
  { header: 'Sold', align: 'end', cell: ({ sold }) => formatCount(sold) },
  { header: 'Refunded', align: 'end', cell: ({ refunded }) => formatCount(refunded) },
];

interface FunnelCountsProps {
  report: FunnelReport;
  /** Path of the list of refused posts, for those who may see it. */
  refusedPosts?: string;
}

/** What became of a funnel's posts, in total and by day. */
export function FunnelCounts({ report, refusedPosts }: FunnelCountsProps) {
  const { leads, rejections, faults, byDay } = report;
  const toList = (filter: string) => (refusedPosts === undefined ? null : `${refusedPosts}?${filter}`);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Rows
        title={`${formatCount(leads.accepted)} accepted`}
        rows={[
          ['Sold', leads.sold],
          ['Being charged', leads.reserved],
          ['Waiting for an agent', leads.available],
          ['Expired', leads.expired],
          ['Refunded after the sale', leads.refunded],
        ]}
      />
      <Rows
        title={`${formatCount(rejections.reduce((sum, { posts }) => sum + posts, 0))} not accepted`}
        rows={rejections.map(({ reason, posts }) => [
          reasonLabels[reason],
          posts,
          toList(`reason=${reason}`),
        ])}
      />
      {faults.length === 0 ? null : (
        <Rows
          title="Fields that were missing or not valid"
          rows={faults.map(({ field, posts }) => [field, posts, toList(`field=${field}`)])}
        />
      )}
      {byDay.length === 0 ? null : (
        <section className="sm:col-span-2">
          <h3 className="mb-2 text-sm font-semibold">By day</h3>
          <DataTable
            caption="Posts by day"
            columns={dayColumns}
            rows={byDay.map((counts) => ({ ...counts, id: counts.day }))}
            minTableWidthPx={520}
          />
        </section>
      )}
    </div>
  );
}
