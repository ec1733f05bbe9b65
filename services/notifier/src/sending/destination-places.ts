/** What shares a limit of places: the messages of one channel, or those to one domain. */
export type DestinationKind = 'channel' | 'domain';

export interface DestinationLimit {
  readonly by: DestinationKind;
  /** Places of a lane that one destination may occupy at a time. */
  readonly limit: number;
}

/** Destinations whose rows must wait. */
export interface ExceptDestinations {
  readonly by: DestinationKind;
  readonly keys: readonly string[];
}

/** Where a message goes. */
interface Destination {
  readonly channelId?: string;
  readonly address: string;
}

interface Occupied {
  places: number;
  /** When the destination occupied its first place, or last freed one. */
  changedAtMs: number;
}

const keyOf = (by: DestinationKind, { channelId = '', address }: Destination): string =>
  by === 'channel' ? channelId : address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Counts how many places of a lane each destination occupies. */
export class DestinationPlaces {
  private readonly occupied = new Map<string, Occupied>();

  constructor(
    private readonly limit: DestinationLimit,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns a function that frees the place again, once, and says whether the destination had no other place left;
   * undefined if it has none now.
   */
  occupy(destination: Destination): (() => boolean) | undefined {
    const key = keyOf(this.limit.by, destination);
    const entry = this.occupied.get(key) ?? { places: 0, changedAtMs: this.now() };
    if (entry.places >= this.limit.limit) return undefined;
    entry.places += 1;
    this.occupied.set(key, entry);
    return () => {
      const wasFull = this.isFull(entry);
      entry.places -= 1;
      entry.changedAtMs = this.now();
      if (entry.places === 0) this.occupied.delete(key);
      return wasFull;
    };
  }

  /** Returns the destinations that must wait. */
  listFull(): ExceptDestinations {
    return this.list((entry) => this.isFull(entry));
  }

  /** Returns those of them that have freed no place for so long. */
  listStalled(forMs: number): ExceptDestinations {
    return this.list((entry) => this.isFull(entry) && this.now() - entry.changedAtMs >= forMs);
  }

  private list(matches: (entry: Occupied) => boolean): ExceptDestinations {
    const keys = [...this.occupied].filter(([, entry]) => matches(entry)).map(([key]) => key);
    return { by: this.limit.by, keys };
  }

  private isFull({ places }: Occupied): boolean {
    return places >= this.limit.limit;
  }
}
