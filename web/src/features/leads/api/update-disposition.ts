import type { LeadsPage } from '@desk/contracts/leads/sold-leads.routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { type DispositionDraft, toDispositionUpdate } from '../lib/disposition-drafts';
import { leadQuery } from './get-lead';
import { LEADS_KEY } from './get-leads';

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
      queryClient.setQueriesData<LeadsPage>({ queryKey: LEADS_KEY }, (page) =>
        page === undefined
          ? page
          : {
              ...page,
              leads: page.leads.map((lead) => (lead.id === leadId ? { ...lead, disposition } : lead)),
            },
      );
    },
  });
}
