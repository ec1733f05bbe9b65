import type { AdminDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { channelFacts, channelKinds, type ChannelKind } from '@desk/contracts/notifications/channels.values';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { useState } from 'react';
import { defineList } from '@/components/list/define-list';
import { List } from '@/components/list/list';
import { choice, cursor, only } from '@/components/list/list-params';
import { deliveryStateLabels } from '../labels';
import { useListQuery } from '../queries';
import { OnlyUser } from '../users/only-user';
import { deliveryColumns } from './delivery-columns';
import { ResendMany } from './resend-many';
import { Page } from '@/components/page/page';

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
