import { LEADS_PAGE_SIZE } from '@desk/contracts/leads/sold-leads.values';
import { clsx } from 'clsx';
import { Skeleton } from '@/components/ui/skeleton';
import type { ListedLead } from '../lib/sample-leads';
import { entryClasses, LeadEntry } from './lead-entry';

const listClasses = clsx(
  'grid gap-3 @2xl:grid-cols-2 @4xl:grid-cols-1 @4xl:gap-0',
  '@4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface',
);

/** While another page or filter loads. */
const staleClasses = 'opacity-60 transition-opacity duration-150';

interface LeadListProps {
  leads: readonly ListedLead[];
  /** The leads belong to another page or filter. */
  isStale: boolean;
  highlightedIds: readonly string[];
}

export const LeadList = ({ leads, isStale, highlightedIds }: LeadListProps) => (
  <div className="@container">
    <ul aria-label="Leads" aria-busy={isStale} className={clsx(listClasses, isStale && staleClasses)}>
      {leads.map((lead) => (
        <LeadEntry key={lead.id} lead={lead} isHighlighted={highlightedIds.includes(lead.id)} />
      ))}
    </ul>
  </div>
);

export const LeadListSkeleton = () => (
  <div role="status" className="@container">
    <p className="sr-only">Loading leads...</p>
    <div className={listClasses}>
      {Array.from({ length: LEADS_PAGE_SIZE }, (_, index) => (
        <div key={index} className={entryClasses}>
          <Skeleton className="my-1 h-4.5 w-40 max-w-full [grid-area:name]" />
          <Skeleton className="my-1 h-4.5 w-16 justify-self-end [grid-area:price]" />
          <Skeleton className="mt-2 h-6.5 w-28 self-center [grid-area:badges] @4xl:mt-0" />
          <div className="mt-2 grid content-center gap-2 [grid-area:contact] @4xl:mt-0">
            <Skeleton className="my-2.5 h-4 w-48 max-w-full @4xl:my-0" />
            <Skeleton className="my-2.5 h-4 w-32 @4xl:my-0" />
          </div>
          <Skeleton className="my-1 h-4.5 w-28 self-center [grid-area:place]" />
          <Skeleton className="mt-3 h-3.5 w-32 [grid-area:date] @4xl:mt-1" />
          <Skeleton className="mt-3 h-3.5 w-24 justify-self-end [grid-area:delivered] @4xl:mt-1" />
        </div>
      ))}
    </div>
  </div>
);
