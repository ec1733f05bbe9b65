/** A value outside React, for `useSyncExternalStore`. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): T => this.value;

  protected write(value: T): void {
    this.value = value;
    for (const listener of this.listeners) listener();
  }
}
