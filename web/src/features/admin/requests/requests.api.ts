import type { IntegrationState } from '@desk/contracts/accounts/accounts.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteQuery } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

export const integrationsQuery = (query: RouteQuery<'listAllIntegrationRequests'>) => ({
  ...routeQuery('listAllIntegrationRequests', { query }),
  ...listOptions,
});

export interface RequestResolution {
  readonly requestId: string;
  readonly status: Exclude<IntegrationState, 'pending'>;
  /** Of a declined request. */
  readonly reason?: string;
}

export function useResolveIntegrationRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ requestId, ...body }: RequestResolution) =>
      callRoute('resolveIntegrationRequest', { params: { requestId }, body }),
    // Also after an error: another admin may have resolved the request. Not awaited, because the refreshed list may
    // unmount this row.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: routeKey('listAllIntegrationRequests') });
    },
  });
}
