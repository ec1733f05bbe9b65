import { Store } from './store';

interface ArrivalsSnapshot {
  /** Arrived while the page was open and not shown yet, newest last. */
  readonly unseen: readonly string[];
  /** These leads are highlighted the first time they are shown. */
  readonly highlighted: readonly string[];
}

/** Leads that arrived while the page was open, for the list that shows them. */
export type NewLeads = ArrivalsSnapshot & Pick<Arrivals, 'markSeen' | 'endHighlight'>;

export class Arrivals extends Store<ArrivalsSnapshot> {
  constructor() {
    super({ unseen: [], highlighted: [] });
  }

  add(leadId: string): void {
    const { unseen, highlighted } = this.read();
    if (unseen.includes(leadId) || highlighted.includes(leadId)) return;
    this.write({ unseen: [...unseen, leadId], highlighted: [...highlighted, leadId] });
  }

  /** Pass 'all' when the newest leads are shown. */
  readonly markSeen = (leadIds: readonly string[] | 'all'): void => {
    const { unseen, highlighted } = this.read();
    const remaining = leadIds === 'all' ? [] : unseen.filter((leadId) => !leadIds.includes(leadId));
    if (remaining.length < unseen.length) this.write({ unseen: remaining, highlighted });
  };

  readonly endHighlight = (leadId: string): void => {
    const { unseen, highlighted } = this.read();
    if (!highlighted.includes(leadId)) return;
    this.write({ unseen, highlighted: highlighted.filter((other) => other !== leadId) });
  };
}
