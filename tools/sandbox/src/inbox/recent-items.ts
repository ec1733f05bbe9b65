/** Keeps the newest `maxItems` items by id, in arrival order. */
export class RecentItems<T extends { readonly id: string }> {
  private readonly items = new Map<string, T>();

  constructor(private readonly maxItems = 5_000) {}

  /** Replaces an item with the same id in place. Returns the item that was dropped to make room, if any. */
  put(item: T): T | undefined {
    this.items.set(item.id, item);
    if (this.items.size <= this.maxItems) return undefined;
    const oldest = this.items.values().next();
    if (oldest.done) return undefined;
    this.items.delete(oldest.value.id);
    return oldest.value;
  }

  /** Returns whether there was such an item. */
  delete(id: string): boolean {
    return this.items.delete(id);
  }

  get(id: string): T | undefined {
    return this.items.get(id);
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

  clear(): void {
    this.items.clear();
  }
}
