import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeFile, saveRouteFile } from '@/lib/route-file';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from './list-options';

export const disputesQuery = { ...routeQuery('listDisputes'), ...listOptions };

export function useReviewDispute() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (disputeId: string) => callRoute('reviewDispute', { params: { disputeId }, body: {} }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: disputesQuery.queryKey });
    },
  });
}

/** Downloads the evidence to answer the bank with. */
export const useDisputeEvidence = () =>
  useMutation({
    mutationFn: (disputeId: string) =>
      saveRouteFile(routeFile('getDisputeEvidence', { params: { disputeId } })),
  });
