import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { formatDuration } from '@/lib/dates';

const formatInterval = (from: string, to: string | null): string =>
  to === null ? '-' : formatDuration(Date.parse(to) - Date.parse(from));

export function LeadStatistics({ lead }: { lead: AdminLeadPage }) {
  const statistics = [
    ['Posted to sold', formatInterval(lead.receivedAt, lead.soldAt)],
    ['Posted to delivered', formatInterval(lead.receivedAt, lead.deliveredAt)],
    ['Offers made', String(lead.offersMade)],
  ] as const;
  return (
    <dl className="mb-8 flex flex-wrap gap-x-10 gap-y-4">
      {statistics.map(([label, value]) => (
        <div key={label}>
          <dt className="text-sm font-semibold text-muted">{label}</dt>
          <dd className="tabular text-xl font-semibold tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
