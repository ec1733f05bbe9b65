import type { StripeObject } from './objects.js';

/** Limits of `created`. */
export type Range = Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', number>>;

export interface PageQuery {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly created?: Range;
}

export interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
}

/** Ids in creation order, with the position of each. */
class OrderedIds {
  readonly ids: string[] = [];
  readonly positions = new Map<string, number>();

  add(id: string): void {
    if (this.positions.has(id)) return;
    this.positions.set(id, this.ids.length);
    this.ids.push(id);
  }
}

/**
 * Objects by id, in creation order, and by secondary keys (`customer:cus_…`). The cost of a page depends on its size,
 * not on the size of the table.
 */
export class Table<T extends StripeObject> {
  private readonly rows = new Map<string, T>();
  private readonly all = new OrderedIds();
  private readonly byKey = new Map<string, OrderedIds>();

  constructor(private readonly keysOf: (row: T) => string[] = () => []) {}

  get size(): number {
    return this.rows.size;
  }

  get(id: string): T | undefined {
    return this.rows.get(id);
  }

  values(): IterableIterator<T> {
    return this.rows.values();
  }

  put(row: T): void {
    this.rows.set(row.id, row);
    this.all.add(row.id);
    for (const key of this.keysOf(row)) {
      const order = this.byKey.get(key) ?? new OrderedIds();
      this.byKey.set(key, order);
      order.add(row.id);
    }
  }

  /** Returns a page, newest first. Checks the key of each row, because rows stay listed under keys they no longer have. */
  page(query: PageQuery, key?: string, accept: (row: T) => boolean = () => true): Page<T> {
    const order = key === undefined ? this.all : this.byKey.get(key);
    if (!order) return { data: [], hasMore: false };
    const { gt, gte, lt, lte } = query.created ?? {
      gt: -Infinity,
      gte: -Infinity,
      lt: Infinity,
      lte: Infinity,
    };
    const data: T[] = [];
    for (let at = this.start(order, query, Math.min(lte, lt)); at >= 0; at -= 1) {
      const row = this.rows.get(order.ids[at] ?? '');
      if (!row) continue;
      if (row.created <= gt || row.created < gte) break;
      if (row.created >= lt || row.created > lte) continue;
      if ((key !== undefined && !this.keysOf(row).includes(key)) || !accept(row)) continue;
      if (data.length === query.limit) return { data, hasMore: true };
      data.push(row);
    }
    return { data, hasMore: false };
  }

  private start({ ids, positions }: OrderedIds, { startingAfter }: PageQuery, newest: number): number {
    if (startingAfter !== undefined) return (positions.get(startingAfter) ?? 0) - 1;
    if (newest === Infinity) return ids.length - 1;
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows.get(ids[middle] ?? '')?.created ?? 0) <= newest) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
