interface ArrivalsSnapshot {
  /** Arrived while the page was open and not shown yet, newest last. */
  readonly unseen: readonly string[];
  /** These leads are highlighted the first time they are shown. */
  readonly highlighted: readonly string[];
}

const empty: ArrivalsSnapshot = { unseen: [], highlighted: [] };

/** Leads that arrived while the page was open, for the list that shows them. */
export type NewLeads = ArrivalsSnapshot & Pick<Arrivals, 'markSeen' | 'endHighlight'>;

export class Arrivals {
  private snapshot = empty;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): ArrivalsSnapshot => this.snapshot;

  add(leadId: string): void {
    const { unseen, highlighted } = this.snapshot;
    if (unseen.includes(leadId) || highlighted.includes(leadId)) return;
    this.update({ unseen: [...unseen, leadId], highlighted: [...highlighted, leadId] });
  }

  /** Pass 'all' when the newest leads are shown. */
  readonly markSeen = (leadIds: readonly string[] | 'all'): void => {
    const { unseen } = this.snapshot;
    const remaining = leadIds === 'all' ? [] : unseen.filter((leadId) => !leadIds.includes(leadId));
    if (remaining.length < unseen.length) this.update({ ...this.snapshot, unseen: remaining });
  };

  readonly endHighlight = (leadId: string): void => {
    const { highlighted } = this.snapshot;
    if (!highlighted.includes(leadId)) return;
    this.update({ ...this.snapshot, highlighted: highlighted.filter((other) => other !== leadId) });
  };

  clear(): void {
    this.update(empty);
  }

  private update(snapshot: ArrivalsSnapshot): void {
    this.snapshot = snapshot;
    for (const listener of this.listeners) listener();
  }
}
