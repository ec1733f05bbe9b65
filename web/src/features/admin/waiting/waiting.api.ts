import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { formatName } from '@/lib/person-name';
import { routeKey, routeQuery } from '@/lib/route-query';
import type { AdminUser } from '../users/users.api';

export const matchingBuyersQuery = (leadId: string, after: string | null) => ({
  ...routeQuery('listMatchingBuyers', { params: { leadId }, query: { after } }),
  refetchOnMount: 'always' as const,
  placeholderData: keepPreviousData,
});

/** Also after an error: the lead may have found a buyer meanwhile. Resolves once the page shows it. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: routeKey('listLeadHistory') });
    await queryClient.invalidateQueries({ queryKey: routeKey('getLeadTimeline') });
  };
}

export function useWithdrawLead(leadId: string) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (reason: string) => callRoute('withdrawLead', { params: { leadId }, body: { reason } }),
    onSettled,
    meta: { success: { title: 'Lead withdrawn', description: 'It will not be sold.' } },
  });
}

/** @param agent who gets it, once chosen */
export function useRerouteLead(leadId: string, agent: AdminUser | null) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: RouteBody<'rerouteLead'>) => callRoute('rerouteLead', { params: { leadId }, body }),
    onSettled,
    meta: { success: { title: 'Lead re-routed', description: `It is offered to ${formatName(agent)}.` } },
  });
}
