import type { LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { deliveryPollInterval } from '@/lib/delivery-progress';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import { type DispositionDraft, toDispositionUpdate } from '../lib/disposition-drafts';
import { LEADS_KEY } from './leads.api';

const leadQuery = (leadId: string) => routeQuery('getLead', { params: { leadId } });

export const useLead = (leadId: string) =>
  useQuery({
    ...leadQuery(leadId),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => deliveryPollInterval(state.data?.deliveries),
  });

/** Fails with LEAD_CHANGED if the draft is based on an outdated version. */
export function useUpdateDisposition(leadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: DispositionDraft) =>
      callRoute('updateDisposition', { params: { leadId }, body: toDispositionUpdate(draft) }),
    onSuccess: ({ disposition, notes, version }) => {
      queryClient.setQueryData(
        leadQuery(leadId).queryKey,
        (lead) => lead && { ...lead, disposition, notes, version },
      );
      queryClient.setQueriesData<LeadsPage>(
        { queryKey: LEADS_KEY },
        (page) =>
          page && {
            ...page,
            leads: page.leads.map((lead) => (lead.id === leadId ? { ...lead, disposition } : lead)),
          },
      );
    },
  });
}

export const useReportProblem = (leadId: string) =>
  useMutation({
    mutationFn: (body: RouteBody<'reportProblem'>) =>
      callRoute('reportProblem', { params: { leadId }, body }),
    // Also after an error: the lead may have been refunded meanwhile.
    onSettled: useRefresh('getLead'),
    meta: { success: { title: 'Report sent', description: 'You see what becomes of it on this page.' } },
  });
