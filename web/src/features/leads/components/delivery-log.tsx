import type { LeadPage } from '@desk/contracts/leads/sold-leads.routes';
import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatPhone } from '@desk/contracts/format/phone';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { type DeliveryRow, describeDelivery } from '@/lib/describe-delivery';
import { Attempts } from '@/components/delivery/attempts';
import { ResendOwn } from '@/components/delivery/resend-own';
import { Breakable } from '@/components/ui/breakable';

function Delivery({ delivery }: { delivery: DeliveryRow }) {
  const { tone, label, text } = describeDelivery(delivery);
  const name = `${channelFacts[delivery.channel].label} to ${formatPhone(delivery.address)}`;
  return (
    <li className="border-t border-line py-3 first:border-0 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{channelFacts[delivery.channel].label}</span>{' '}
          <span className="text-muted">
            <Breakable text={formatPhone(delivery.address)} />
          </span>
        </p>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted">{text}</p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Attempts deliveryId={delivery.id} channel={delivery.channel} audience="agent" name={name} />
        {delivery.status === 'failed' ? <ResendOwn deliveryId={delivery.id} name={name} /> : null}
      </div>
    </li>
  );
}

export const DeliveryLog = ({ lead, className }: { lead: LeadPage; className: string }) => (
  <Card title="Delivery log" className={className}>
    {lead.deliveries.length === 0 ? (
      <p className="text-muted">Nothing has been sent yet. Each channel will appear here with its times.</p>
    ) : (
      <ul className="tabular">
        {lead.deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    )}
  </Card>
);
