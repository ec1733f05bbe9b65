import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { leadQuery } from './get-lead';

export function useReportProblem(leadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteBody<'reportProblem'>) =>
      callRoute('reportProblem', { params: { leadId }, body }),
    // Also after an error: the lead may have been refunded meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: leadQuery(leadId).queryKey }),
    meta: { success: { title: 'Report sent', description: 'You see what becomes of it on this page.' } },
  });
}
