/** What shares a limit: the messages of one channel, or those to one domain. */
export type DestinationKind = 'channel' | 'domain';

export interface DestinationLimit {
  readonly by: DestinationKind;
  /** Messages to one destination that a pool sends at a time. */
  readonly limit: number;
}

/** Destinations whose rows must wait. */
export interface BusyDestinations {
  readonly by: DestinationKind;
  readonly keys: readonly string[];
}

/** Where a message goes. */
interface Destination {
  readonly channelId?: string;
  readonly address: string;
}

interface Usage {
  sending: number;
  /** When its first send began, or its last one ended. */
  changedAtMs: number;
}

const keyOf = (by: DestinationKind, { channelId = '', address }: Destination): string =>
  by === 'channel' ? channelId : address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Limits how many messages a pool sends to one destination at a time. */
export class DestinationLimiter {
  private readonly usages = new Map<string, Usage>();

  constructor(
    private readonly limit: DestinationLimit,
    private readonly now: () => number = Date.now,
  ) {}

  get by(): DestinationKind {
    return this.limit.by;
  }

  /**
   * Returns undefined if the destination is busy, else a function to call once when the send ends. It returns whether
   * it was busy.
   */
  acquire(destination: Destination): (() => boolean) | undefined {
    const key = keyOf(this.limit.by, destination);
    const entry = this.usages.get(key) ?? { sending: 0, changedAtMs: this.now() };
    if (entry.sending >= this.limit.limit) return undefined;
    entry.sending += 1;
    this.usages.set(key, entry);
    return () => {
      const wasBusy = this.isBusy(entry);
      entry.sending -= 1;
      entry.changedAtMs = this.now();
      if (entry.sending === 0) this.usages.delete(key);
      return wasBusy;
    };
  }

  /** Returns how many messages, up to `places`, may begin even if all go to the same destination that is not busy. */
  countFree(places: number): number {
    const { limit } = this.limit;
    const free = [...this.usages.values()].map(({ sending }) => limit - sending).filter((count) => count > 0);
    return Math.min(places, limit, ...free);
  }

  /** Returns the destinations that must wait. */
  listBusy(): BusyDestinations {
    return this.list((entry) => this.isBusy(entry));
  }

  /** Returns busy destinations of which no send ended for so long. */
  listStalled(forMs: number): BusyDestinations {
    return this.list((entry) => this.isBusy(entry) && this.now() - entry.changedAtMs >= forMs);
  }

  private list(matches: (entry: Usage) => boolean): BusyDestinations {
    const keys = [...this.usages].filter(([, entry]) => matches(entry)).map(([key]) => key);
    return { by: this.limit.by, keys };
  }

  private isBusy({ sending }: Usage): boolean {
    return sending >= this.limit.limit;
  }
}
