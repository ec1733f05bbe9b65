import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { channelKinds } from '@desk/contracts/notifications/channels.values';
import { type DeliveryState, deliveryStates } from '@desk/contracts/notifications/deliveries.values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CursorPager } from '@/components/ui/cursor-pager';
import { DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleCheck } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { deliveriesQuery, type DeliveryListView } from '../api/deliveries';
import { parseCursor } from '../lib/cursor';
import { deliveryStateLabels, formatName, isKeyOf } from '../lib/labels';
import { summarizeCursorPage } from '../lib/numbers';
import type { ListUrlState } from '../lib/use-list-url-state';
import { AdminList } from './admin-list';
import { deliveryColumns } from './delivery-columns';
import { EndOfList } from './end-of-list';
import { ListToolbar } from './list-toolbar';
import { ResendMany } from './resend-many';

const ALL = 'all';
const statusOptions = [
  ...deliveryStates.toReversed().map((value) => ({ value, label: deliveryStateLabels[value] })),
  { value: ALL, label: 'All' },
] as const;
const channelOptions = [
  { value: ALL, label: 'All channels' },
  ...channelKinds.map((value) => ({ value, label: channelFacts[value].label })),
] as const;

/** Defaults to failed deliveries: those are the ones to act on. */
const parseStatus = (value: string | null): DeliveryState | null =>
  value === ALL ? null : isKeyOf(deliveryStateLabels, value) ? value : 'failed';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const parseView = ({ get }: ListUrlState): DeliveryListView => {
  const agent = get('agent') ?? '';
  return {
    status: parseStatus(get('status')),
    channel: channelKinds.find((kind) => kind === get('channel')) ?? null,
    agent: ID.test(agent) ? agent : null,
    after: parseCursor(get('after')),
  };
};

export function DeliveriesSection({ listState }: { listState: ListUrlState }) {
  const view = parseView(listState);
  const { status, channel, agent, after } = view;
  const query = useQuery(deliveriesQuery(view));
  const pages = listState.getPages('after', query);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const filter = (changes: Readonly<Record<string, string | null>>) => {
    clear();
    listState.update({ ...changes, after: null });
  };
  const agentName = formatName(
    query.data?.deliveries.find(({ buyerId }) => buyerId === agent)?.buyer ?? null,
  );
  const columns = deliveryColumns({
    status,
    selected,
    toggle: (id) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      setSelected(next);
    },
    onChooseAgent: (id) => filter({ agent: id }),
  });
  return (
    <>
      <ListToolbar
        filters={
          <>
            <Select
              label="Status"
              className="w-40"
              value={status ?? ALL}
              options={statusOptions}
              onChange={(chosen) => filter({ status: chosen === 'failed' ? null : chosen })}
            />
            <Select
              label="Channel"
              className="w-44"
              value={channel ?? ALL}
              options={channelOptions}
              onChange={(chosen) => filter({ channel: chosen === ALL ? null : chosen })}
            />
            {agent === null ? null : (
              <Button variant="secondary" onClick={() => filter({ agent: null })}>
                Only {agentName}: show all agents
              </Button>
            )}
            {status === 'failed' ? (
              <ResendMany
                selected={selected}
                filter={{ ...(channel && { channel }), ...(agent !== null && { agent }) }}
                onDone={clear}
              />
            ) : null}
          </>
        }
      />
      <AdminList
        query={query}
        pageKey={after ?? ''}
        loading="Loading deliveries..."
        failure="The deliveries could not be loaded."
        isEmpty={({ deliveries }) => deliveries.length === 0}
        summary={({ deliveries }) => summarizeCursorPage(deliveries.length, pages, 'delivery', 'deliveries')}
        empty={
          pages.isFirst ? (
            <EmptyState
              icon={CircleCheck}
              title={status === 'failed' ? 'No failed deliveries' : 'No deliveries match these filters'}
              description="Each sold lead appears here once for every channel of its buyer."
            />
          ) : (
            <EndOfList of="deliveries" />
          )
        }
        pager={<CursorPager label="Deliveries" pages={pages} />}
      >
        {(data) => (
          <DataTable
            caption="Deliveries, newest first"
            columns={columns}
            rows={data?.deliveries}
            getRowKey={({ id }) => id}
            isStale={query.isPlaceholderData}
            minTableWidthPx={880}
          />
        )}
      </AdminList>
    </>
  );
}
