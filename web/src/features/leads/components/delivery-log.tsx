import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { type DeliveryRow, deliveryStory } from '../lib/delivery-story';
import { channelNames } from '../lib/delivery-words';
import { formatPhone } from '@/lib/phone';
import { Breakable } from './breakable';

function Delivery({ delivery }: { delivery: DeliveryRow }) {
  const { tone, name, text } = deliveryStory(delivery);
  return (
    <li className="border-t border-line py-3 first:border-0 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-x-4">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{channelNames[delivery.channel]}</span>{' '}
          <span className="text-muted">
            <Breakable text={formatPhone(delivery.address)} />
          </span>
        </p>
        <Badge tone={tone}>{name}</Badge>
      </div>
      <p className="mt-1 text-sm text-muted">{text}</p>
    </li>
  );
}

/** What became of the lead on each channel. */
export const DeliveryLog = ({
  deliveries,
  className,
}: {
  deliveries: readonly DeliveryRow[];
  className?: string;
}) => (
  <Card title="Delivery log" {...(className === undefined ? {} : { className })}>
    {deliveries.length === 0 ? (
      <p className="text-muted">Nothing was sent yet. Each channel appears here with its times.</p>
    ) : (
      <ul className="tabular">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
    )}
  </Card>
);
