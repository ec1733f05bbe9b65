import { channelFacts, type ChannelKind, channelKinds } from '@desk/contracts/notifications/channels.values';
import type { AgentDelivery } from '@desk/contracts/notifications/deliveries.routes';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { choice } from '@/components/list/list-params';
import { ListToolbar } from '@/components/list/list-toolbar';
import { useListState } from '@/components/list/use-list-state';
import { MoreButton } from '@/components/page/more-button';
import { QueryView } from '@/components/page/query-view';
import { EmptyState } from '@/components/ui/empty-state';
import { Mail } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { deliveriesQuery } from '../api/deliveries';
import { DeliveryEntry } from './delivery-entry';

const stateLabels: Record<DeliveryState, string> = {
  queued: 'On its way',
  sent: 'Delivered',
  failed: 'Not delivered',
};
const channelLabels = Object.fromEntries(
  channelKinds.map((kind) => [kind, channelFacts[kind].label]),
) as Record<ChannelKind, string>;
const params = {
  channel: choice('Channel', channelLabels, { allLabel: 'All channels' }),
  status: choice('Status', stateLabels),
};

export function Deliveries() {
  const { view, change } = useListState(params, '');
  const query = useInfiniteQuery(deliveriesQuery(view));
  return (
    <>
      <ListToolbar
        many="deliveries"
        params={params}
        view={view}
        onChange={(changes) => change(changes, { replace: true })}
        tools={null}
      />
      <QueryView query={query} what="your deliveries" skeleton={<Skeleton className="h-64" />}>
        {({ pages }) => (
          <DeliveryList
            deliveries={pages.flatMap((page) => page.deliveries)}
            isFiltered={view.channel !== null || view.status !== null}
          />
        )}
      </QueryView>
      <MoreButton query={query}>Show older deliveries</MoreButton>
    </>
  );
}

function DeliveryList({
  deliveries,
  isFiltered,
}: {
  deliveries: readonly AgentDelivery[];
  isFiltered: boolean;
}) {
  if (deliveries.length === 0)
    return (
      <EmptyState
        icon={Mail}
        title={isFiltered ? 'No deliveries match these filters' : 'No deliveries yet'}
        description="Each lead that you buy will appear here, once for every channel it was sent to."
      />
    );
  return (
    <ul
      aria-label="Deliveries, newest first"
      className="rounded-card border border-line bg-surface px-5 sm:px-6"
    >
      {deliveries.map((delivery) => (
        <DeliveryEntry key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  );
}
