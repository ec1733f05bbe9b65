import type { LiveEventData } from '@desk/contracts/leads/sold-leads.routes';
import { type FeedKind, feedKinds } from '@desk/contracts/leads/sold-leads.values';
import type { RouteName } from '@desk/contracts/routes';
import { focusManager, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { Arrivals } from '@/lib/arrivals';
import { SingleFlight } from '@/lib/single-flight';
import { LiveConnection, type OpenStream } from './live-connection';
import type { StreamEvent } from './read-events';

/** The routes whose answers an event changes. Query keys start with the route's name. */
const changedRoutes = {
  'lead-sold': ['listLeads', 'listDeliveries', 'getDashboard', 'getAgentReport'],
  'lead-delivered': ['listLeads', 'listDeliveries', 'getLead'],
  // A refund changes totals, too.
  'lead-changed': ['listLeads', 'listDeliveries', 'getLead', 'getDashboard', 'getAgentReport'],
  'eligibility-changed': ['getDashboard'],
} satisfies Record<FeedKind, RouteName[]>;
const liveRoutes: ReadonlySet<unknown> = new Set(Object.values(changedRoutes).flat());

const isLive = ({ queryKey: [route] }: Query): boolean => liveRoutes.has(route);

/** Turns events of the agent's feed into query invalidations. */
export class LiveFeed {
  readonly arrivals = new Arrivals();
  readonly connection: LiveConnection;
  private readonly refreshes = new Map<string, SingleFlight>();
  private readonly fullRefresh: SingleFlight;
  /** Refreshes that wait until the page is shown: leads that it reads count as seen, and are not refunded. */
  private readonly deferred = new Set<SingleFlight>();

  constructor(
    readonly userId: string,
    private readonly queryClient: QueryClient,
    open: OpenStream,
  ) {
    this.connection = new LiveConnection(open, (event, previousId) => this.handle(event, previousId));
    this.fullRefresh = new SingleFlight(() => this.refreshAll());
    focusManager.subscribe(() => {
      const deferred = [...this.deferred];
      this.deferred.clear();
      for (const refresh of deferred) this.request(refresh);
    });
  }

  private handle({ kind, id, data }: StreamEvent, previousId: string): void {
    const hasMissedEvents = kind === 'reset' || (kind === 'hello' && id !== previousId);
    if (hasMissedEvents) this.request(this.fullRefresh);
    const feedKind = feedKinds.find((each) => each === kind);
    if (feedKind === undefined) return;
    const { leadId } = JSON.parse(data) as LiveEventData;
    if (feedKind === 'lead-sold' && leadId !== null) this.arrivals.add(leadId);
    for (const route of changedRoutes[feedKind])
      this.refresh(route === 'getLead' ? [route, { params: { leadId } }] : [route]);
  }

  private refresh(queryKey: QueryKey): void {
    const name = JSON.stringify(queryKey);
    const refresh =
      this.refreshes.get(name) ?? new SingleFlight(() => this.queryClient.invalidateQueries({ queryKey }));
    this.refreshes.set(name, refresh);
    this.request(refresh);
  }

  private request(refresh: SingleFlight): void {
    if (focusManager.isFocused()) refresh.request();
    else this.deferred.add(refresh);
  }

  /**
   * Refetches all live queries. A request in flight may be older than the missed events, so it is awaited and repeated.
   * Failed queries are left alone: the page offers the user a retry.
   */
  private async refreshAll(): Promise<void> {
    await this.queryClient.refetchQueries(
      { predicate: (query) => isLive(query) && query.state.fetchStatus === 'fetching' },
      { cancelRefetch: false },
    );
    await this.queryClient.invalidateQueries({
      predicate: (query) => isLive(query) && query.state.status === 'success',
    });
  }
}
