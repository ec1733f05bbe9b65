import { channelFacts, channelKinds } from '@desk/contracts/notifications/channels.values';
import type { AgentDelivery } from '@desk/contracts/notifications/deliveries.routes';
import { deliveryStates } from '@desk/contracts/notifications/deliveries.values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { MoreButton } from '@/components/page/more-button';
import { QueryView } from '@/components/page/query-view';
import { EmptyState } from '@/components/ui/empty-state';
import { Mail } from '@/components/ui/icons';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { deliveriesQuery } from '../api/deliveries';
import { DeliveryEntry } from './delivery-entry';

const ALL = 'all';
const stateLabels = { queued: 'On its way', sent: 'Delivered', failed: 'Not delivered' } as const;

const channelOptions = [
  { value: ALL, label: 'All channels' },
  ...channelKinds.map((value) => ({ value, label: channelFacts[value].label })),
] as const;
const stateOptions = [
  { value: ALL, label: 'All' },
  ...deliveryStates.map((value) => ({ value, label: stateLabels[value] })),
] as const;

/** The log of everything that was sent to the agent, newest first. */
export function Deliveries() {
  const [params, setParams] = useSearchParams();
  const channel = channelKinds.find((kind) => kind === params.get('channel')) ?? null;
  const status = deliveryStates.find((state) => state === params.get('status')) ?? null;
  const query = useInfiniteQuery(deliveriesQuery({ channel, status }));
  const filter = (name: 'channel' | 'status', value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === ALL) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Select
          label="Channel"
          className="w-44"
          value={channel ?? ALL}
          options={channelOptions}
          onChange={(value) => filter('channel', value)}
        />
        <Select
          label="Status"
          className="w-44"
          value={status ?? ALL}
          options={stateOptions}
          onChange={(value) => filter('status', value)}
        />
      </div>
      <QueryView query={query} what="your deliveries" skeleton={<Skeleton className="h-64" />}>
        {({ pages }) => (
          <DeliveryList
            deliveries={pages.flatMap((page) => page.deliveries)}
            isFiltered={channel !== null || status !== null}
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
