import type { StripeObject } from './objects.js';

export interface Range {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

export interface PageQuery {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly endingBefore?: string | undefined;
  readonly created?: Range | undefined;
}

export interface Page<T> {
  readonly data: T[];
  readonly hasMore: boolean;
}

/** Ids in order of creation, with the place of each. */
class Order {
  private readonly ids: string[] = [];
  private readonly places = new Map<string, number>();

  add(id: string): void {
    if (this.places.has(id)) return;
    this.places.set(id, this.ids.length);
    this.ids.push(id);
  }

  get length(): number {
    return this.ids.length;
  }

  at(place: number): string {
    return this.ids[place] ?? '';
  }

  placeOf(id: string): number | undefined {
    return this.places.get(id);
  }
}

/**
 * Objects by id, in order of creation and by secondary keys (`customer:cus_…`). Lists go newest first and cost
 * what they return, not what is stored.
 */
export class Table<T extends StripeObject> {
  private readonly rows = new Map<string, T>();
  private readonly all = new Order();
  private readonly byKey = new Map<string, Order>();

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
      const order = this.byKey.get(key) ?? new Order();
      this.byKey.set(key, order);
      order.add(row.id);
    }
  }

  /** A row stays under a key it once had, so each hit is checked again. */
  page(query: PageQuery, key?: string, accept: (row: T) => boolean = () => true): Page<T> {
    const order = key === undefined ? this.all : this.byKey.get(key);
    if (!order) return { data: [], hasMore: false };
    const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = query.created ?? {};
    const backwards = query.endingBefore !== undefined;
    const data: T[] = [];
    let hasMore = false;
    const step = backwards ? 1 : -1;
    let place = this.start(order, query, Math.min(lte, lt));
    for (; place >= 0 && place < order.length; place += step) {
      const row = this.rows.get(order.at(place));
      if (!row) continue;
      if (!backwards && (row.created <= gt || row.created < gte)) break;
      if (row.created >= lt || row.created > lte || row.created <= gt || row.created < gte) continue;
      if ((key !== undefined && !this.keysOf(row).includes(key)) || !accept(row)) continue;
      if (data.length === query.limit) {
        hasMore = true;
        break;
      }
      data.push(row);
    }
    return { data: backwards ? data.reverse() : data, hasMore };
  }

  private start(order: Order, query: PageQuery, newest: number): number {
    if (query.endingBefore !== undefined) return (order.placeOf(query.endingBefore) ?? order.length) + 1;
    if (query.startingAfter !== undefined) return (order.placeOf(query.startingAfter) ?? 0) - 1;
    if (newest === Infinity) return order.length - 1;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows.get(order.at(middle))?.created ?? 0) <= newest) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
