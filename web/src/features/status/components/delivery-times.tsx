import type { LeadStatistics } from '@desk/contracts/leads/sold-leads.routes';
import { formatCount } from '@/lib/numbers';
import { formatSeconds } from '@/lib/format-seconds';

const Figure = ({ label, ms }: { label: string; ms: number }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="tabular display text-2xl">{formatSeconds(ms)}</dd>
  </div>
);

/** The measured time from posted to delivered. */
export function DeliveryTimes({ delivery }: { delivery: LeadStatistics | null }) {
  if (delivery === null || delivery.medianMs === null || delivery.p95Ms === null)
    return (
      <p className="text-muted">
        {delivery === null
          ? 'These figures are not available at the moment.'
          : 'No lead was delivered in the last 7 days.'}
      </p>
    );
  return (
    <>
      <dl className="flex flex-wrap gap-x-16 gap-y-4">
        <Figure label="Median" ms={delivery.medianMs} />
        <Figure label="95 of 100 leads within" ms={delivery.p95Ms} />
      </dl>
      <p className="mt-3 max-w-[68ch] text-muted">
        From the funnel&apos;s post to the first delivery to the agent, with matching and charging the card.
        Measured over <span className="tabular">{formatCount(delivery.leads)}</span>{' '}
        {delivery.leads === 1 ? 'lead' : 'leads'}: the newest of the last 7 days, at most 1,000. A lead that
        waited for an agent counts with its wait.
      </p>
    </>
  );
}
