import type { AdminLeadPage } from '@desk/contracts/leads/lead-history.routes';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { Skeleton } from '@/components/ui/skeleton';
import { formatDateTime } from '@/lib/dates';
import { describeDelivery } from '@/lib/describe-delivery';
import { formatName } from '@/lib/person-name';
import { LeadTimeline } from '../leads/lead-timeline';
import { useFreshQuery } from '../queries';

function DeliveryLog({ lead }: { lead: AdminLeadPage }) {
  const deliveries = lead.offers.flatMap((offer) => offer.deliveries);
  if (deliveries.length === 0) return <p className="text-muted">Nothing was sent.</p>;
  return (
    <ul className="tabular">
      {deliveries.map((delivery) => {
        const { tone, label, text } = describeDelivery(delivery);
        return (
          <li key={delivery.id} className="border-t border-line py-3 first:border-0 first:pt-0 last:pb-0">
            <div className="flex items-start justify-between gap-x-4">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{channelFacts[delivery.channel].label}</span>{' '}
                <span className="text-muted">{delivery.address}</span>
              </p>
              <Badge tone={tone}>{label}</Badge>
            </div>
            <p className="mt-1 text-sm text-muted">{text}</p>
          </li>
        );
      })}
    </ul>
  );
}

function Receipt({ lead }: { lead: AdminLeadPage }) {
  const sold = lead.offers.find(({ status }) => status === 'charged');
  return (
    <Facts
      facts={[
        ['Sold once, to', formatName(lead.buyer)],
        ['Receipt number', sold?.id ?? 'None'],
        ['Charged', sold?.purchase?.purchasedAt ? formatDateTime(sold.purchase.purchasedAt) : 'Not known'],
        ['Payment ID', sold?.purchase?.stripePaymentIntentId ?? 'Not known'],
        ['Charges', String(lead.offers.filter(({ status }) => status === 'charged').length)],
        ['Ended offers', String(lead.offers.filter(({ status }) => status !== 'charged').length)],
      ]}
    />
  );
}

/** What shows whether the lead was delivered, and charged once. */
export function ProblemLead({ leadId }: { leadId: string }) {
  const query = useFreshQuery('getLeadTimeline', { params: { leadId } });
  return (
    <QueryView query={query} what="the lead" skeleton={<Skeleton className="h-[420px]" />}>
      {(lead) => (
        <div className="grid gap-6">
          <Card title="Delivery log">
            <DeliveryLog lead={lead} />
          </Card>
          <Card title="Exclusivity receipt">
            <Receipt lead={lead} />
          </Card>
          <Card title="Timeline">
            <LeadTimeline lead={lead} />
          </Card>
        </div>
      )}
    </QueryView>
  );
}
