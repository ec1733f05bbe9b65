import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, requestRoute } from '@/lib/api-client';
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

/** Downloads through memory, so a response that breaks off never leaves a truncated file. */
async function downloadEvidence(disputeId: string): Promise<void> {
  const response = await requestRoute('getDisputeEvidence', { params: { disputeId } });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `dispute-${disputeId}.txt`;
  link.click();
  // By then the browser has saved the file, so its memory can be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const useDisputeEvidence = () => useMutation({ mutationFn: downloadEvidence });
