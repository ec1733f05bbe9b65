import { useLocation, useNavigate } from 'react-router';
import { readListParams, toListLocation } from '@/lib/list-location';
import { type LeadFilters, parseFilters, toQuery } from './filters';

type UpdateFilters = (change: Partial<LeadFilters>, options?: { replace: boolean }) => void;

/** Keeps the filters in the URL. Changing the search or period returns to page 1. */
export function useFiltersInUrl(): [LeadFilters, UpdateFilters] {
  const location = useLocation();
  const navigate = useNavigate();
  const filters = parseFilters(readListParams(location));
  const updateFilters: UpdateFilters = (change, { replace } = { replace: false }) =>
    void navigate(toListLocation(new URLSearchParams(toQuery({ ...filters, page: 1, ...change }))), {
      replace,
      preventScrollReset: true,
    });
  return [filters, updateFilters];
}
