import type { Filters } from '@desk/contracts/leads/filters.schemas';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { callRoute } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';

const filtersQuery = routeQuery('getFilters');

/** The saved filters. They may have changed in another window since the last visit. */
export const useFilters = () => useQuery({ ...filtersQuery, refetchOnMount: 'always', gcTime: 0 });

export function useSaveFilters() {
  const queryClient = useQueryClient();
  return useRouteMutation('setFilters', {
    scope: { id: 'filters' },
    onSuccess: (saved) => {
      queryClient.setQueryData(filtersQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: routeKey('getDashboard') });
    },
    success: { title: 'Filters saved', description: 'They apply from the next lead on.' },
  });
}

type FilterLists = Pick<Filters, 'states' | 'leadTypes' | 'assetBands' | 'ageRanges'>;

/** Counts the recent leads that match the lists while the agent edits them. */
export const useMatchCounts = (lists: FilterLists) =>
  useQuery({
    queryKey: routeKey('countMatchingLeads', lists),
    queryFn: () => callRoute('countMatchingLeads', { body: lists }),
    placeholderData: keepPreviousData,
  });
