import { leadPeriods } from '@desk/contracts/leads/sold-leads.values';
import type { ReactNode } from 'react';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { isFiltered, type LeadFilters as Filters, periodLabels } from '../lib/filters';

const ALL_TIME = 'all';
const options = [
  { value: ALL_TIME, label: 'All time' } as const,
  ...leadPeriods.map((period) => ({ value: period, label: periodLabels[period] })),
];

interface LeadFiltersProps {
  filters: Filters;
  onChange: (change: Partial<Filters>, options?: { replace: boolean }) => void;
  /** 'Showing X of Y leads'. */
  children: ReactNode;
}

export const LeadFilters = ({ filters, onChange, children }: LeadFiltersProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-end gap-3 lg:grid-cols-[minmax(0,24rem)_12rem_minmax(0,1fr)]">
    <SearchField
      className="max-lg:col-span-full"
      label="Search leads"
      hint="Name, email, phone or state"
      value={filters.search}
      // Refining a search replaces the history entry, so Back leaves the search in one step.
      onSearch={(search) => onChange({ search }, { replace: isFiltered(filters) && filters.search !== '' })}
    />
    <Select
      label="Date"
      options={options}
      value={filters.days ?? ALL_TIME}
      onChange={(days) => onChange({ days: days === ALL_TIME ? null : days })}
    />
    <div className="pb-3 text-right">{children}</div>
  </div>
);
