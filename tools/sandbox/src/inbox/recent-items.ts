const MAX_ITEMS = 5_000;
export const byId = ({ id }: { readonly id: string }): string => id;

/** Keeps the newest items by their key, in arrival order. */
export class RecentItems<T> {
  private readonly items = new Map<string, T>();

  constructor(private readonly keyOf: (item: T) => string) {}

  /** Replaces an item with the same key in place. Returns the item that was dropped to make room, if any. */
  put(item: T): T | undefined {
    this.items.set(this.keyOf(item), item);
    if (this.items.size <= MAX_ITEMS) return undefined;
    const [[key, oldest] = []] = this.items;
    if (key !== undefined) this.items.delete(key);
    return oldest;
  }

  /** Returns whether there was such an item. */
  delete(key: string): boolean {
    return this.items.delete(key);
  }

  get(key: string): T | undefined {
    return this.items.get(key);
  }

  get size(): number {
    return this.items.size;
  }

  /** Returns all items, oldest first. */
  list(): T[] {
    return [...this.items.values()];
  }

  listNewest(limit: number): T[] {
    return this.list().slice(-limit).reverse();
  }
}
