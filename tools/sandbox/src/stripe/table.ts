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

/** Ids in creation order, with the position of each. */
class OrderedIds {
  private readonly ids: string[] = [];
  private readonly positions = new Map<string, number>();

  add(id: string): void {
    if (this.positions.has(id)) return;
    this.positions.set(id, this.ids.length);
    this.ids.push(id);
  }

  get length(): number {
    return this.ids.length;
  }

  at(position: number): string {
    return this.ids[position] ?? '';
  }

  positionOf(id: string): number | undefined {
    return this.positions.get(id);
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
    const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = query.created ?? {};
    const backwards = query.endingBefore !== undefined;
    const data: T[] = [];
    let hasMore = false;
    const step = backwards ? 1 : -1;
    let position = this.start(order, query, Math.min(lte, lt));
    for (; position >= 0 && position < order.length; position += step) {
      const row = this.rows.get(order.at(position));
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

  private start(order: OrderedIds, query: PageQuery, newest: number): number {
    if (query.endingBefore !== undefined) return (order.positionOf(query.endingBefore) ?? order.length) + 1;
    if (query.startingAfter !== undefined) return (order.positionOf(query.startingAfter) ?? 0) - 1;
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
