import type { ReactNode } from 'react';
import type { ChangeView } from '@/components/list/define-list';
import { ALL } from '@/components/list/list-params';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { isFiltered, type LeadFilters as Filters, leadParams } from '../lib/filters';

interface LeadFiltersProps {
  filters: Filters;
  onChange: ChangeView<typeof leadParams>;
  /** 'Showing X of Y leads'. */
  children: ReactNode;
}

export const LeadFilters = ({ filters, onChange, children }: LeadFiltersProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-3 lg:grid-cols-[minmax(0,24rem)_12rem_minmax(0,1fr)]">
    <SearchField
      className="max-lg:col-span-full"
      label="Search leads"
      hint={leadParams.search.hint}
      value={filters.search}
      // Refining a search replaces the history entry, so Back leaves the search in one step.
      onSearch={(search) => onChange({ search }, { replace: isFiltered(filters) && filters.search !== '' })}
    />
    <Select
      label={leadParams.days.label}
      options={leadParams.days.useOptions()}
      value={filters.days ?? ALL}
      onChange={(days) => onChange({ days: leadParams.days.parse(days) })}
    />
    <div className="pb-3 text-right">{children}</div>
  </div>
);
