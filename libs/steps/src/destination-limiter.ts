/** A property by which rows share a limit, such as their channel or the domain of their address. */
export interface Destinations<Row> {
  /** SQL expression of a row's destination. */
  readonly sql: string;
  /** The same of a claimed row. */
  readonly keyOf: (row: Row) => string;
  /**
   * `id`: a row is claimed when it becomes due, and a search for those that had no place reads the first 500 due rows.
   * `search`: rows are only claimed together, so that no more of one destination are claimed than may begin.
   */
  readonly claimedBy: 'id' | 'search';
}

/** Destinations whose rows must wait. */
export interface BusyDestinations {
  readonly of: Pick<Destinations<never>, 'sql' | 'claimedBy'>;
  readonly keys: readonly string[];
}

interface Usage {
  inProgress: number;
  /** When its first attempt began, or its last one ended. */
  changedAtMs: number;
}

/** Limits how many rows of one destination a process works on at a time. */
export class DestinationLimiter<Row> {
  private readonly usages = new Map<string, Usage>();

  constructor(
    readonly of: Destinations<Row>,
    private readonly limit: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns undefined if the destination is busy, else a function to call once when the attempt ends. It returns
   * whether the destination was busy.
   */
  acquire(row: Row): (() => boolean) | undefined {
    const key = this.of.keyOf(row);
    const usage = this.usages.get(key) ?? { inProgress: 0, changedAtMs: this.now() };
    if (this.isBusy(usage)) return undefined;
    usage.inProgress += 1;
    this.usages.set(key, usage);
    return () => {
      const wasBusy = this.isBusy(usage);
      usage.inProgress -= 1;
      usage.changedAtMs = this.now();
      if (usage.inProgress === 0) this.usages.delete(key);
      return wasBusy;
    };
  }

  /** Returns how many rows, up to `places`, may begin even if all have the same destination. Busy ones do not count. */
  countFree(places: number): number {
    const free = [...this.usages.values()]
      .map(({ inProgress }) => this.limit - inProgress)
      .filter((count) => count > 0);
    return Math.min(places, this.limit, ...free);
  }

  /** Returns the destinations that must wait. */
  listBusy(): BusyDestinations {
    return this.list((usage) => this.isBusy(usage));
  }

  /** Returns busy destinations of which no attempt has ended for `forMs`. */
  listStalled(forMs: number): BusyDestinations {
    return this.list((usage) => this.isBusy(usage) && this.now() - usage.changedAtMs >= forMs);
  }

  private list(matches: (usage: Usage) => boolean): BusyDestinations {
    const keys = [...this.usages].filter(([, usage]) => matches(usage)).map(([key]) => key);
    return { of: this.of, keys };
  }

  private isBusy({ inProgress }: Usage): boolean {
    return inProgress >= this.limit;
  }
}
