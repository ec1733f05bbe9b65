import { useNavigate, useSearchParams } from 'react-router';
import { type LeadFilters, readFilters, toQuery } from './filters';

/** The filters in the address, and how they are changed. Another search or period begins on the first page. */
export function useFilters(): [
  LeadFilters,
  (change: Partial<LeadFilters>, options?: { replace: boolean }) => void,
] {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filters = readFilters(params);
  const change = (some: Partial<LeadFilters>, { replace } = { replace: false }) =>
    void navigate(
      { search: toQuery({ ...filters, page: 1, ...some }) },
      { replace, preventScrollReset: true },
    );
  return [filters, change];
}
