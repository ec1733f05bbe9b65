/** Keeps the newest `max` things by id, in order of arrival. */
export class Shelf<T extends { readonly id: string }> {
  private readonly things = new Map<string, T>();

  constructor(private readonly max = 5_000) {}

  /** Replaces in place when the id is known. Answers what had to make room. */
  put(thing: T): T | undefined {
    this.things.set(thing.id, thing);
    if (this.things.size <= this.max) return undefined;
    const oldest = this.things.values().next();
    if (oldest.done) return undefined;
    this.things.delete(oldest.value.id);
    return oldest.value;
  }

  get(id: string): T | undefined {
    return this.things.get(id);
  }

  get size(): number {
    return this.things.size;
  }

  /** Oldest first. */
  all(): T[] {
    return [...this.things.values()];
  }

  newest(limit: number): T[] {
    return this.all().slice(-limit).reverse();
  }

  clear(): void {
    this.things.clear();
  }
}
