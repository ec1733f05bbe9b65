import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { formatPhone } from '@desk/contracts/format/phone';
import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { Attempts } from '@/components/delivery/attempts';
import { Badge, type Tone } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table-types';
import { formatDateTime } from '@/lib/dates';
import { describeFailureForAdmin } from '@/lib/delivery-failures';
import { deliveryStateLabels, formatName } from '../lib/labels';
import { pluralize } from '../lib/numbers';
import { LeadLink } from './lead-link';
import { ResendDelivery } from './resend-delivery';

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
  id: 'select',
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

const resendColumn: Column<AdminDelivery> = {
  id: 'resend',
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
    id: 'time',
    header: status === 'failed' ? 'Failed' : 'Time',
    noWrap: true,
    cell: ({ sentAt, failedAt, queuedAt }) => formatDateTime(sentAt ?? failedAt ?? queuedAt),
  },
  {
    id: 'lead',
    header: 'Lead',
    role: 'name',
    className: 'min-w-32 wrap-anywhere',
    cell: ({ leadId, lead }) => <LeadLink id={leadId} name={lead?.fullName ?? 'Unknown lead'} />,
  },
  {
    id: 'to',
    header: 'To',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ buyer, buyerId, channel, address }) => (
      <>
        <button
          type="button"
          className="link block text-left pointer-coarse:min-h-11"
          aria-label={`Show only deliveries to ${formatName(buyer)}`}
          onClick={() => onChooseAgent(buyerId)}
        >
          {buyer === null ? 'Unknown agent' : formatName(buyer)}
        </button>
        <span className="block text-muted">
          {channelFacts[channel].label}, {formatPhone(address)}
        </span>
      </>
    ),
  },
  ...(status === null
    ? [
        {
          id: 'status',
          header: 'Status',
          role: 'badge' as const,
          cell: (delivery: AdminDelivery) => (
            <Badge tone={tones[delivery.status]}>{deliveryStateLabels[delivery.status]}</Badge>
          ),
        },
      ]
    : []),
  {
    id: 'reason',
    header: status === 'failed' ? 'Reason' : 'Attempts',
    className: 'min-w-60 wrap-anywhere',
    cell: (delivery) => <Reason delivery={delivery} />,
  },
  ...(status === 'failed' || status === null ? [resendColumn] : []),
];
