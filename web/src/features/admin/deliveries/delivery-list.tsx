import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { channelFacts, type ChannelKind, channelKinds } from '@desk/contracts/notifications/channels.values';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { useState } from 'react';
import { formatPhone } from '@desk/contracts/format/phone';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { choice, cursor, only } from '@/components/list/list-params';
import { Page } from '@/components/page/page';
import { Attempts } from '@/components/delivery/attempts';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/data-table';
import { Funnel } from '@/components/ui/icons';
import { formatDateTime } from '@/lib/dates';
import { describeFailureForAdmin } from '@/lib/delivery-failures';
import { pluralize } from '@/lib/numbers';
import { formatName } from '@/lib/person-name';
import type { Tone } from '@/lib/tone';
import { deliveryStateLabels } from '../labels';
import { useListQuery } from '../queries';
import { OnlyUser } from '../users/only-user';
import { AgentLink, leadColumn } from '../columns';
import { ResendDelivery, ResendMany } from './resend-deliveries';

const tones: Record<DeliveryState, Tone> = { queued: 'money', sent: 'brand', failed: 'danger' };

const nameOf = ({ channel, buyer, lead }: AdminDelivery): string =>
  `${channelFacts[channel].label} to ${formatName(buyer)}, ${lead?.fullName ?? 'a lead'}`;

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
  /** The chosen status. Columns that would be empty, or the same in each row, are left out. */
  readonly status: DeliveryState | null;
  readonly onChooseAgent: (agentId: string) => void;
}

const deliveryColumns = ({
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
    cell: (delivery) => {
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
    },
  },
  ...(status === 'failed' || status === null ? [resendColumn] : []),
];

const channelLabels = Object.fromEntries(
  channelKinds.map((kind) => [kind, channelFacts[kind].label]),
) as Record<ChannelKind, string>;

const emptyTitles: Record<DeliveryState, string> = {
  failed: 'No failed deliveries',
  sent: 'No deliveries were sent yet',
  queued: 'No deliveries are on their way',
};

const deliveryList = defineList({
  one: 'delivery',
  many: 'deliveries',
  sorted: 'newest first',
  params: {
    // Failed deliveries are the ones to act on.
    status: choice('Status', deliveryStateLabels, { initial: 'failed', className: 'w-40' }),
    channel: choice('Channel', channelLabels, { allLabel: 'All channels' }),
    agent: only(OnlyUser),
    after: cursor,
  },
  useData: (query) => useListQuery('listAllDeliveries', { query }),
  changes: ['deliveries'],
  rows: ({ deliveries }): readonly AdminDelivery[] => deliveries,
  columns: [],
  empty: ({ status, channel, agent }) =>
    channel !== null || agent !== null
      ? null
      : {
          title: status === null ? 'No deliveries yet' : emptyTitles[status],
          description: 'Each sold lead appears here once for every channel of its buyer.',
        },
});

export function Component() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  return (
    <Page description="We retry for about a day, unless the address or the message is rejected.">
      <List
        of={deliveryList}
        columns={({ status }, change) =>
          deliveryColumns({ status, selected, toggle, onChooseAgent: (agent) => change({ agent }) })
        }
        tools={({ status, channel, agent }) =>
          status === 'failed' ? (
            <ResendMany
              selected={selected}
              filter={{ ...(channel && { channel }), ...(agent !== null && { agent }) }}
              onDone={clear}
            />
          ) : null
        }
        onChange={clear}
      />
    </Page>
  );
}
