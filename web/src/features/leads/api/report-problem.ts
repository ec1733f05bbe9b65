import type { ProblemReason } from '@desk/contracts/leads/problem-reports.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { leadQuery } from './get-lead';

export interface ProblemInput {
  readonly reason: ProblemReason;
  readonly details: string;
}

export function useReportProblem(leadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProblemInput) => callRoute('reportProblem', { params: { leadId }, body }),
    // Also after an error: the lead may have been refunded meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: leadQuery(leadId).queryKey }),
  });
}
