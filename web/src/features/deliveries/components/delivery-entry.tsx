import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatPhone } from '@desk/contracts/format/phone';
import type { AgentDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { Link } from 'react-router';
import { Attempts } from '@/components/delivery/attempts';
import { ResendOwn } from '@/components/delivery/resend-own';
import { Badge } from '@/components/ui/badge';
import { Breakable } from '@/components/ui/breakable';
import { describeDelivery } from '@/lib/describe-delivery';

export function DeliveryEntry({ delivery }: { delivery: AgentDelivery }) {
  const { id, leadId, lead, channel, address, status } = delivery;
  const { tone, label, text } = describeDelivery(delivery);
  const leadName = lead?.fullName ?? 'a lead';
  const name = `${channelFacts[channel].label} about ${leadName}`;
  return (
    <li className="border-t border-line py-4 first:border-0">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <Link
            to={`/leads/${leadId}`}
            className="link inline-flex items-center font-semibold wrap-anywhere pointer-coarse:min-h-11"
          >
            {lead?.fullName ?? 'Lead'}
          </Link>
          <p className="min-w-0 wrap-anywhere">
            {channelFacts[channel].label}{' '}
            <span className="text-muted">
              <Breakable text={formatPhone(address)} />
            </span>
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="tabular mt-1 text-sm text-muted">{text}</p>
      <div className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
        <Attempts deliveryId={id} channel={channel} audience="agent" name={name} />
        {status === 'failed' ? <ResendOwn deliveryId={id} name={name} /> : null}
      </div>
    </li>
  );
}
