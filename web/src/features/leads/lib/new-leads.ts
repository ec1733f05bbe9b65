/** Leads that arrived while the page was open. The page connects it to the live feed. */
export interface NewLeads {
  /** Not shown yet, newest last. */
  readonly unseen: readonly string[];
  /** To be highlighted when shown. */
  readonly highlighted: readonly string[];
  /** `all` when the newest leads are shown. */
  readonly markSeen: (leadIds: readonly string[] | 'all') => void;
  readonly endHighlight: (leadId: string) => void;
}
