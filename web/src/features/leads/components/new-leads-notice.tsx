import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { pluralize } from '@/lib/numbers';
import { getLeadName } from '../lib/lead-labels';
import type { ListedLead } from '../lib/sample-leads';

/** Leads that arrived while the page was open. The page connects it to the live feed. */
export interface NewLeads {
  /** Not shown yet, newest last. */
  readonly unseen: readonly string[];
  /** These leads are highlighted when they are shown. */
  readonly highlighted: readonly string[];
  /** `all` when the newest leads are shown. */
  readonly markSeen: (leadIds: readonly string[] | 'all') => void;
  readonly endHighlight: (leadId: string) => void;
}

interface NewLeadsNoticeProps {
  newLeads: NewLeads;
  leads: readonly ListedLead[];
  /** The list starts with the newest lead, so new ones appear in it. */
  showsNewest: boolean;
  /** Time of the last response, in milliseconds. */
  updatedAt: number;
  onShow: () => void;
}

/** Matches the `lead-glow` animation. */
const HIGHLIGHT_MS = 2_000;

/** Announces new leads: by name if they are listed, otherwise with a button that shows them. */
export function NewLeadsNotice({
  newLeads: { unseen, highlighted, markSeen, endHighlight },
  leads,
  showsNewest,
  updatedAt,
  onShow,
}: NewLeadsNoticeProps) {
  useEffect(() => {
    markSeen(showsNewest ? 'all' : leads.map(({ id }) => id));
  }, [markSeen, leads, showsNewest, updatedAt]);

  const arrived = leads.filter(({ id }) => highlighted.includes(id));
  const ids = arrived.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => {
      for (const id of ids.split(' ')) endHighlight(id);
    }, HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [endHighlight, ids]);

  const count = showsNewest ? 0 : unseen.length;
  return (
    // Always rendered: screen readers announce changes only inside an existing live region.
    <div role="status" className={count === 0 ? 'sr-only' : undefined}>
      {arrived.length === 0 ? null : <p>New lead: {arrived.map(getLeadName).join(', ')}</p>}
      {count === 0 ? null : (
        <div className="flex animate-[rise-in_180ms_var(--ease-out)] justify-center">
          <Button variant="secondary" className="border-brand! text-brand" onClick={onShow}>
            {pluralize(count, 'new lead')}
          </Button>
        </div>
      )}
    </div>
  );
}
