import type { LiveEventData } from '@desk/contracts/leads/sold-leads.http';
import type { Query, QueryClient } from '@tanstack/react-query';
import { Arrivals } from './arrivals';
import { LiveConnection, type LiveEvent, type Source } from './live-connection';
import { SingleFlight } from './single-flight';

const DASHBOARD = '/api/dashboard';
/** Keys are `[LEADS, 'list', …]` and `[LEADS, 'one', leadId]`. */
const LEADS = '/api/leads';
/** Going from page to page keeps the connection. */
const LINGER_MS = 1_000;

const isLive = ({ queryKey: [first] }: Query): boolean => first === DASHBOARD || first === LEADS;

/** What happens on the server, made visible: what it concerns is read again. */
export class LiveFeed {
  readonly arrivals = new Arrivals();
  readonly connection: LiveConnection;
  private readonly flights = new Map<string, SingleFlight>();
  private readonly everything: SingleFlight;
  private userId: string | null = null;
  /** Of the last event; null before the first connection of this user. */
  private lastId: string | null = null;
  private users = 0;
  private stopTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly queryClient: QueryClient,
    open: () => Source,
    private readonly checkSignIn: () => void,
  ) {
    this.connection = new LiveConnection(open, {
      onEvent: (event) => this.take(event),
      onRefused: () => this.checkSignIn(),
    });
    this.everything = new SingleFlight(() => this.readEverything());
  }

  /** Connected until what it answers is called. */
  acquire(userId: string): () => void {
    if (userId !== this.userId) {
      this.connection.stop();
      this.arrivals.clear();
      this.userId = userId;
      this.lastId = null;
    }
    this.users += 1;
    clearTimeout(this.stopTimer);
    this.connection.start();
    return () => {
      this.users -= 1;
      if (this.users > 0) return;
      this.stopTimer = setTimeout(() => this.connection.stop(), LINGER_MS);
    };
  }

  private take({ kind, id, data }: LiveEvent): void {
    const missed = kind === 'reset' || (kind === 'hello' && id !== this.lastId);
    this.lastId = id;
    if (missed) {
      this.everything.request();
      return;
    }
    if (kind === 'hello') return;
    const { leadId } = JSON.parse(data) as LiveEventData;
    if (kind === 'lead-sold') {
      if (leadId !== null) this.arrivals.add(leadId);
      this.refresh(LEADS, 'list');
      this.refresh(DASHBOARD);
    } else if (kind === 'eligibility-changed') this.refresh(DASHBOARD);
    else {
      this.refresh(LEADS, 'list');
      if (leadId !== null) this.refresh(LEADS, 'one', leadId);
    }
  }

  private refresh(...queryKey: string[]): void {
    const name = queryKey.join(' ');
    const flight =
      this.flights.get(name) ?? new SingleFlight(() => this.queryClient.invalidateQueries({ queryKey }));
    this.flights.set(name, flight);
    flight.request();
  }

  /** What is being read may have been read too early, so it is awaited and read again; what failed is left as it is. */
  private async readEverything(): Promise<void> {
    await this.queryClient.refetchQueries(
      { predicate: (query) => isLive(query) && query.state.fetchStatus === 'fetching' },
      { cancelRefetch: false },
    );
    await this.queryClient.invalidateQueries({
      predicate: (query) => isLive(query) && query.state.status === 'success',
    });
  }
}
