import { formatPhone } from '@desk/contracts/format/phone';
import { channelFacts, type ChannelKind, channelKinds } from '@desk/contracts/notifications/channels.values';
import type { AgentDelivery } from '@desk/contracts/notifications/deliveries.routes';
import type { DeliveryState } from '@desk/contracts/notifications/deliveries.values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Attempts } from '@/components/delivery/attempts';
import { ResendOwn } from '@/components/delivery/resend-own';
import { choice } from '@/components/list/list-params';
import { ListToolbar } from '@/components/list/list-toolbar';
import { useListState } from '@/components/list/use-list-state';
import { MoreButton } from '@/components/page/more-button';
import { QueryView } from '@/components/page/query-view';
import { Badge } from '@/components/ui/badge';
import { Breakable } from '@/components/ui/breakable';
import { EmptyState } from '@/components/ui/empty-state';
import { Mail } from '@/components/ui/icons';
import { Skeleton } from '@/components/ui/skeleton';
import { callRoute } from '@/lib/api-client';
import { deliveryPollInterval } from '@/lib/delivery-progress';
import { describeDelivery } from '@/lib/describe-delivery';
import { routeKey } from '@/lib/route-query';

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
  const isFiltered = view.channel !== null || view.status !== null;
  const query = useInfiniteQuery({
    queryKey: routeKey('listDeliveries', view),
    queryFn: ({ pageParam: after }) => callRoute('listDeliveries', { query: { ...view, after } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      deliveryPollInterval(state.data?.pages.flatMap(({ deliveries }) => deliveries)),
  });
  return (
    <>
      <ListToolbar
        many="deliveries"
        params={params}
        view={view}
        onChange={(changes) => change(changes, { replace: true })}
      />
      <QueryView query={query} what="your deliveries" skeleton={<Skeleton className="h-64" />}>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          return deliveries.length === 0 ? (
            <EmptyState
              icon={Mail}
              title={isFiltered ? 'No deliveries match these filters' : 'No deliveries yet'}
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
          );
        }}
      </QueryView>
      <MoreButton query={query}>Show older deliveries</MoreButton>
    </>
  );
}

function DeliveryEntry({ delivery }: { delivery: AgentDelivery }) {
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
