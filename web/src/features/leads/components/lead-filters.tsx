import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import type { ChangeView } from '@/components/list/define-list';
import { ChoiceField } from '@/components/list/list-toolbar';
import { PeriodFields } from '@/components/list/period-fields';
import { Button } from '@/components/ui/button';
import { ChevronDown, Funnel, X } from '@/components/ui/icons';
import { SearchField } from '@/components/ui/search-field';
import { type ActiveFilter, listActiveFilters } from '../lib/active-filters';
import { choiceNames, type LeadFilters as Filters, leadParams } from '../lib/filters';
import { SaveView } from './lead-views';

interface MoreFiltersProps {
  filters: Filters;
  onChange: ChangeView<typeof leadParams>;
}

interface LeadFiltersProps extends MoreFiltersProps {
  /** Null while the list is empty, because its empty state then has the button. */
  onClear: (() => void) | null;
  /** 'Showing X of Y leads'. */
  children: ReactNode;
}

const rowClasses = clsx(
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-3',
  '@2xl:grid-cols-[minmax(0,1fr)_12rem_auto] @4xl:grid-cols-[minmax(0,24rem)_12rem_auto_minmax(10.5rem,1fr)]',
);
const moreRowsClasses =
  'grid grid-cols-[repeat(2,minmax(0,1fr))] gap-3 @2xl:grid-cols-[repeat(4,minmax(0,1fr))]';

export function LeadFilters({ filters, onChange, onClear, children }: LeadFiltersProps) {
  const id = useId();
  const active = listActiveFilters(filters);
  const [isOpen, setOpen] = useState(active.length > 0);
  return (
    // Focusable, so that the focus stays here when the last filter is removed.
    <div role="group" aria-label="Filter leads" tabIndex={-1} className="@container grid gap-3">
      <div className={rowClasses}>
        <SearchField
          className="@max-2xl:col-span-full"
          label="Search leads"
          hint={leadParams.search.hint}
          value={filters.search}
          // Refining a search replaces the history entry, so Back leaves the search in one step.
          onSearch={(search) => onChange({ search }, { replace: filters.search !== '' })}
        />
        <ChoiceField
          param={leadParams.days}
          value={filters.days}
          onChange={(days) => onChange({ days: leadParams.days.parse(days), from: null, to: null })}
        />
        <FiltersButton id={id} count={active.length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <div className="text-right @max-4xl:col-span-full @4xl:pb-3">{children}</div>
      </div>
      <div id={id} className="empty:hidden">
        {isOpen ? <MoreFilters filters={filters} onChange={onChange} /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {active.length === 0 ? null : <ActiveFilters active={active} onChange={onChange} onClear={onClear} />}
        <SaveView filters={filters} />
      </div>
    </div>
  );
}

interface FiltersButtonProps {
  /** Id of the element that it opens. */
  id: string;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

const FiltersButton = ({ id, count, isOpen, onToggle }: FiltersButtonProps) => (
  <Button variant="secondary" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
    <Funnel aria-hidden className="size-4 text-muted" />
    Filters
    {count === 0 ? null : (
      <span className="tabular min-w-6 rounded-full bg-brand-soft px-1.5 text-sm text-brand">
        {count}
        <span className="sr-only"> active</span>
      </span>
    )}
    <ChevronDown aria-hidden className={clsx('size-4 text-muted', isOpen && 'rotate-180')} />
  </Button>
);

const MoreFilters = ({ filters, onChange }: MoreFiltersProps) => (
  <div className={moreRowsClasses}>
    {choiceNames.map((name) => (
      <ChoiceField
        key={name}
        param={leadParams[name]}
        value={filters[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    ))}
    <PeriodFields
      period={filters}
      // Replaces the history entry, as refining a search does.
      onChange={({ from, to }) =>
        onChange({ from, to, days: null }, { replace: filters.from !== null || filters.to !== null })
      }
    />
  </div>
);

interface ActiveFiltersProps extends Pick<LeadFiltersProps, 'onChange' | 'onClear'> {
  active: readonly ActiveFilter[];
}

const ActiveFilters = ({ active, onChange, onClear }: ActiveFiltersProps) => (
  <>
    <ul aria-label="Active filters" data-focus="rows" className="flex flex-wrap gap-2">
      {active.map(({ label, removal }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove filter: ${label}`}
            className="tabular inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line-strong bg-surface pr-2 pl-3 text-left text-sm font-medium transition-colors duration-150 hover:border-ink pointer-coarse:min-h-11"
            onClick={() => onChange(removal)}
          >
            {label}
            <X aria-hidden className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
    {onClear === null ? null : (
      <Button variant="quiet" className="min-h-8! px-3! text-sm pointer-coarse:min-h-11!" onClick={onClear}>
        Clear filters
      </Button>
    )}
  </>
);
