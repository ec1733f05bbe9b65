import type { AdminFailedMessage } from '@desk/contracts/messages/failed-messages.routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

export const failedMessagesQuery = { ...routeQuery('listFailedMessages'), ...listOptions };

export function useRetryFailedMessage({ id, sender, name }: AdminFailedMessage) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('retryFailedMessage', { params: { failureId: id }, body: { sender } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: failedMessagesQuery.queryKey }),
    meta: {
      success: { title: 'Message queued', description: `${name} is being processed again.` },
      failure: 'Failed to retry the message. Please try again.',
    },
  });
}
