import { useNavigate, useSearchParams } from 'react-router';
import { type LeadFilters, parseFilters, toQuery } from './filters';

type UpdateFilters = (change: Partial<LeadFilters>, options?: { replace: boolean }) => void;

/** Keeps the filters in the query string. Changing the search or period returns to page 1. */
export function useFiltersInUrl(): [LeadFilters, UpdateFilters] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filters = parseFilters(params);
  const updateFilters: UpdateFilters = (change, { replace } = { replace: false }) =>
    void navigate(
      { search: toQuery({ ...filters, page: 1, ...change }) },
      { replace, preventScrollReset: true },
    );
  return [filters, updateFilters];
}
