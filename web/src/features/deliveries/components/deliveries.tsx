import { channelFacts } from '@desk/contracts/notifications/channels.values';
import { channelKinds } from '@desk/contracts/notifications/channels.values';
import { deliveryStates } from '@desk/contracts/notifications/deliveries.values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PendingButton } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Mail } from '@/components/ui/icons';
import { Loading } from '@/components/ui/loading';
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
  const { data, error, isFetching, refetch } = query;
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
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
      {error === null ? null : (
        <div className="mb-4">
          <ErrorState
            title="Your deliveries could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {deliveries === undefined ? (
        error === null ? (
          <Loading label="Loading deliveries...">
            <Skeleton className="h-64" />
          </Loading>
        ) : null
      ) : deliveries.length === 0 ? (
        <EmptyState
          icon={Mail}
          title={
            channel === null && status === null ? 'No deliveries yet' : 'No deliveries match these filters'
          }
          description="Each lead that you buy will appear here, once for every channel it was sent to."
        />
      ) : (
        <ul
          aria-label="Deliveries, newest first"
          className="rounded-card border border-line bg-surface px-5 sm:px-6"
        >
          {deliveries.map((delivery) => (
            <DeliveryEntry key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <PendingButton
          variant="secondary"
          className="mt-4"
          isPending={query.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void query.fetchNextPage()}
        >
          Show older deliveries
        </PendingButton>
      ) : null}
    </>
  );
}
