import type { AdminLeadPage } from '@desk/contracts/leads/lead-ledger.http';
import { formatDuration } from '@/lib/dates';

const between = (from: string, to: string | null): string =>
  to === null ? '-' : formatDuration(Date.parse(to) - Date.parse(from));

/** How fast it went. */
export function LeadFigures({ lead }: { lead: AdminLeadPage }) {
  const figures = [
    ['Posted to sold', between(lead.receivedAt, lead.soldAt)],
    ['Posted to delivered', between(lead.receivedAt, lead.deliveredAt)],
    ['Offers made', String(lead.offersMade)],
  ] as const;
  return (
    <dl className="mb-8 flex flex-wrap gap-x-10 gap-y-4">
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt className="text-sm font-semibold text-muted">{label}</dt>
          <dd className="tabular text-xl font-semibold tracking-tight">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
