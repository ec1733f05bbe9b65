import { useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { useArrivals } from '@/features/live/api/use-live';
import type { LeadEntry } from '../lib/lead-entry';

interface NewLeadsProps {
  entries: readonly LeadEntry[];
  /** New leads come in at the top of what is shown. */
  isNewest: boolean;
  /** Changes with each answer of the server. */
  readAt: number;
  onShow: () => void;
}

/** As long as the glow of a new lead. */
const FRESH_MS = 2_000;

/** Says that leads have come: by their names where they come into view, else with a button that leads to them. */
export function NewLeads({ entries, isNewest, readAt, onShow }: NewLeadsProps) {
  const { unseen, fresh, arrivals } = useArrivals();
  useEffect(() => {
    arrivals.see(isNewest ? 'all' : entries.map(({ id }) => id));
  }, [arrivals, entries, isNewest, readAt]);

  const arrived = entries.filter(({ id }) => fresh.includes(id));
  const ids = arrived.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const timer = setTimeout(() => {
      for (const id of ids.split(' ')) arrivals.age(id);
    }, FRESH_MS);
    return () => clearTimeout(timer);
  }, [arrivals, ids]);

  const count = isNewest ? 0 : unseen.length;
  return (
    // Always there, since only what changes within such a place is read out.
    <div role="status" className={count === 0 ? 'sr-only' : undefined}>
      {arrived.length === 0 ? null : <p>New lead: {arrived.map(({ name }) => name).join(', ')}</p>}
      {count === 0 ? null : (
        <div className="flex animate-[rise-in_180ms_var(--ease-out)] justify-center">
          <Button variant="secondary" className="border-brand! text-brand" onClick={onShow}>
            {count === 1 ? '1 new lead' : `${count} new leads`}
          </Button>
        </div>
      )}
    </div>
  );
}
