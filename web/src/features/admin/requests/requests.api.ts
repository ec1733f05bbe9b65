import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { routeKey } from '@/lib/route-query';

const done = { completed: 'Integration active', declined: 'Request declined' } as const;

/** @param subject who requested what */
export function useResolveIntegrationRequest(requestId: string, subject: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteBody<'resolveIntegrationRequest'>) =>
      callRoute('resolveIntegrationRequest', { params: { requestId }, body }),
    // Also after an error: another admin may have resolved the request. Not awaited, because the refreshed list may
    // unmount this row.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listAllIntegrationRequests') });
    },
    meta: {
      success: (_answer: unknown, { status }: RouteBody<'resolveIntegrationRequest'>) => ({
        title: done[status],
        description: `${subject} ${status === 'completed' ? 'is active' : 'was declined'}.`,
      }),
    },
  });
}
