import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatPhone } from '@desk/contracts/format/phone';
import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { Attempts } from '@/components/delivery/attempts';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table-types';
import { Funnel } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { describeFailureForAdmin } from '@/lib/delivery-failures';
import { pluralize } from '@/lib/numbers';
import { formatName } from '@/lib/person-name';
import { AgentLink, leadColumn } from '../columns';
import { deliveryStateLabels } from '../labels';
import { ResendDelivery } from './resend-delivery';
import type { Tone } from '@/lib/tone';

const tones: Record<DeliveryState, Tone> = { queued: 'money', sent: 'brand', failed: 'danger' };

const nameOf = ({ channel, buyer, lead }: AdminDelivery): string =>
  `${channelFacts[channel].label} to ${formatName(buyer)}, ${lead?.fullName ?? 'a lead'}`;

function Reason({ delivery }: { delivery: AdminDelivery }) {
  const { id, lastErrorCode, attempts, channel } = delivery;
  return (
    <>
      {lastErrorCode === null ? null : (
        <span className="block">{describeFailureForAdmin(lastErrorCode, channel)}</span>
      )}
      <span className="block text-muted">
        {pluralize(attempts, 'attempt')}
        {lastErrorCode === null ? '' : `, ${lastErrorCode}`}
      </span>
      <Attempts deliveryId={id} channel={channel} audience="admin" name={nameOf(delivery)} />
    </>
  );
}

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const selectColumn = ({ selected, toggle }: Selection): Column<AdminDelivery> => ({
  header: 'Select',
  cell: (delivery) =>
    delivery.status === 'failed' ? (
      <input
        type="checkbox"
        className="checkbox"
        aria-label={`Select: ${nameOf(delivery)}`}
        checked={selected.has(delivery.id)}
        onChange={() => toggle(delivery.id)}
      />
    ) : null,
});

const statusColumn: Column<AdminDelivery> = {
  header: 'Status',
  role: 'badge',
  cell: ({ status }) => <Badge tone={tones[status]}>{deliveryStateLabels[status]}</Badge>,
};

const resendColumn: Column<AdminDelivery> = {
  header: 'Send again',
  role: 'action',
  cell: (delivery) => (delivery.status === 'failed' ? <ResendDelivery delivery={delivery} /> : null),
};

interface ColumnOptions extends Selection {
  /** Leaves out the columns that would be empty. */
  readonly status: DeliveryState | null;
  readonly onChooseAgent: (agentId: string) => void;
}

export const deliveryColumns = ({
  status,
  onChooseAgent,
  ...selection
}: ColumnOptions): readonly Column<AdminDelivery>[] => [
  ...(status === 'failed' ? [selectColumn(selection)] : []),
  {
    header: status === 'failed' ? 'Failed' : 'Time',
    noWrap: true,
    cell: ({ sentAt, failedAt, queuedAt }) => formatDateTime(sentAt ?? failedAt ?? queuedAt),
  },
  { ...leadColumn, role: 'name' },
  {
    header: 'To',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ buyer, buyerId, channel, address }) => (
      <>
        <span className="flex items-center gap-1">
          <AgentLink agent={buyer} />
          <button
            type="button"
            className="grid size-8 place-items-center rounded-control text-muted hover:text-ink pointer-coarse:size-11"
            aria-label={`Show only deliveries to ${formatName(buyer)}`}
            onClick={() => onChooseAgent(buyerId)}
          >
            <Funnel aria-hidden className="size-3.5" />
          </button>
        </span>
        <span className="block text-muted">
          {channelFacts[channel].label}, {formatPhone(address)}
        </span>
      </>
    ),
  },
  ...(status === null ? [statusColumn] : []),
  {
    header: status === 'failed' ? 'Reason' : 'Attempts',
    className: 'min-w-60 wrap-anywhere',
    cell: (delivery) => <Reason delivery={delivery} />,
  },
  ...(status === 'failed' || status === null ? [resendColumn] : []),
];
