import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeFile, saveRouteFile } from '@/lib/route-file';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

export const disputesQuery = { ...routeQuery('listDisputes'), ...listOptions };

export function useReviewDispute(disputeId: string, agentName: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('reviewDispute', { params: { disputeId }, body: {} }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: disputesQuery.queryKey });
    },
    meta: {
      success: {
        title: 'Dispute reviewed',
        description: `${agentName} gets leads again after the last open review.`,
      },
      failure: 'Failed to resume the service. Please try again.',
    },
  });
}

/** Downloads the evidence to answer the bank with. */
export const useDisputeEvidence = (disputeId: string) =>
  useMutation({
    mutationFn: () => saveRouteFile(routeFile('getDisputeEvidence', { params: { disputeId } })),
    meta: { failure: 'Failed to collect the evidence. Please try again.' },
  });
