export interface Arrived {
  /** Came while this page was open and have not been in view; newest last. */
  readonly unseen: readonly string[];
  /** Are to be shown as new: they slide in and glow once. */
  readonly fresh: readonly string[];
}

const nothing: Arrived = { unseen: [], fresh: [] };

/** The leads that have come while somebody was looking. */
export class Arrivals {
  private arrived: Arrived = nothing;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): Arrived => this.arrived;

  add(leadId: string): void {
    const { unseen, fresh } = this.arrived;
    if (unseen.includes(leadId) || fresh.includes(leadId)) return;
    this.change({ unseen: [...unseen, leadId], fresh: [...fresh, leadId] });
  }

  /** These are in view; `all`: everything new is, or is just behind what is. */
  see(leadIds: readonly string[] | 'all'): void {
    const unseen = leadIds === 'all' ? [] : this.arrived.unseen.filter((leadId) => !leadIds.includes(leadId));
    if (unseen.length < this.arrived.unseen.length) this.change({ ...this.arrived, unseen });
  }

  /** It has glowed. */
  age(leadId: string): void {
    if (!this.arrived.fresh.includes(leadId)) return;
    this.change({ ...this.arrived, fresh: this.arrived.fresh.filter((other) => other !== leadId) });
  }

  clear(): void {
    this.change(nothing);
  }

  private change(arrived: Arrived): void {
    this.arrived = arrived;
    for (const listener of this.listeners) listener();
  }
}
