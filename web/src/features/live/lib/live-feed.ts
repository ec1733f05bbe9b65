import type { LiveEventData } from '@desk/contracts/leads/sold-leads.routes';
import type { RouteName } from '@desk/contracts/routes';
import type { Query, QueryClient } from '@tanstack/react-query';
import { Arrivals } from './arrivals';
import { type EventSourceLike, LiveConnection, type LiveEvent, type Refusal } from './live-connection';
import { SingleFlight } from './single-flight';

/** Routes whose answers the feed keeps up to date. Query keys start with the route's name. */
const LIVE_ROUTES: readonly unknown[] = [
  'getDashboard',
  'listLeads',
  'getLead',
  'listDeliveries',
] satisfies RouteName[];
/** Keeps the connection open while the user moves between pages. */
const LINGER_MS = 1_000;

const isLive = ({ queryKey: [route] }: Query): boolean => LIVE_ROUTES.includes(route);

/** Turns events of the agent's feed into query invalidations. */
export class LiveFeed {
  readonly arrivals = new Arrivals();
  readonly connection: LiveConnection;
  private readonly refreshes = new Map<string, SingleFlight>();
  private readonly fullRefresh: SingleFlight;
  private userId: string | null = null;
  /** Null until the first event for this user. */
  private lastEventId: string | null = null;
  private holders = 0;
  private stopTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly queryClient: QueryClient,
    open: (userId: string | null) => EventSourceLike,
    onRejected: () => Promise<Refusal | null>,
  ) {
    this.connection = new LiveConnection(() => open(this.userId), {
      onEvent: (event) => this.handle(event),
      onRejected,
    });
    this.fullRefresh = new SingleFlight(() => this.refreshAll());
  }

  /** Connects and returns a function that releases the connection. */
  acquire(userId: string): () => void {
    if (userId !== this.userId) {
      this.connection.stop();
      this.arrivals.clear();
      this.userId = userId;
      this.lastEventId = null;
    }
    this.holders += 1;
    clearTimeout(this.stopTimer);
    this.connection.start();
    return () => {
      this.holders -= 1;
      if (this.holders > 0) return;
      this.stopTimer = setTimeout(() => this.connection.stop(), LINGER_MS);
    };
  }

  private handle({ kind, id, data }: LiveEvent): void {
    const hasMissedEvents = kind === 'reset' || (kind === 'hello' && id !== this.lastEventId);
    this.lastEventId = id;
    if (hasMissedEvents) {
      this.fullRefresh.request();
      return;
    }
    if (kind === 'hello') return;
    const { leadId } = JSON.parse(data) as LiveEventData;
    if (kind === 'lead-sold') {
      if (leadId !== null) this.arrivals.add(leadId);
      this.refresh('listLeads');
      this.refresh('listDeliveries');
      this.refresh('getDashboard');
    } else if (kind === 'eligibility-changed' && leadId === null) this.refresh('getDashboard');
    else {
      // A refund changes today's totals, too. The previous release announces it as a change of eligibility.
      if (kind !== 'lead-delivered') this.refresh('getDashboard');
      this.refresh('listLeads');
      this.refresh('listDeliveries');
      if (leadId !== null) this.refresh('getLead', { leadId });
    }
  }

  private refresh(route: RouteName, params?: Readonly<Record<string, string>>): void {
    const queryKey = params === undefined ? [route] : [route, { params }];
    const name = JSON.stringify(queryKey);
    const refresh =
      this.refreshes.get(name) ?? new SingleFlight(() => this.queryClient.invalidateQueries({ queryKey }));
    this.refreshes.set(name, refresh);
    refresh.request();
  }

  /**
   * Reads all live queries again. One in flight may have read before the missed events, so it is awaited and repeated.
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
