import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';

export const matchingBuyersQuery = (leadId: string, after: string | null) => ({
  ...routeQuery('listMatchingBuyers', { params: { leadId }, query: { after } }),
  refetchOnMount: 'always' as const,
  placeholderData: keepPreviousData,
});

export interface RerouteInput {
  /** A new id for each attempt of the admin's. Repetitions carry the same one. */
  readonly key: string;
  readonly buyerId: string;
  readonly overrideFilters: boolean;
  readonly reason: string;
}

/** What an administrator decides about a waiting lead. Resolves once the page shows it. */
export function useDecide(leadId: string) {
  const queryClient = useQueryClient();
  const params = { leadId };
  return useMutation({
    mutationFn: (decision: { reason: string } | RerouteInput) =>
      'buyerId' in decision
        ? callRoute('rerouteLead', { params, body: decision })
        : callRoute('withdrawLead', { params, body: decision }),
    // Also after an error: the lead may have found a buyer meanwhile.
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listLeadHistory') });
      await queryClient.invalidateQueries({ queryKey: routeKey('getLeadTimeline') });
    },
  });
}
