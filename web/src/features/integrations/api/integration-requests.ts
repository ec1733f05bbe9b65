import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

/** Always stale, because our team changes the status of requests. */
export const integrationRequestsQuery = queryOptions<IntegrationRequest[]>({
  queryKey: ['/api/integration-requests'],
  staleTime: 0,
});

export function useRequestIntegration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (integrationType: IntegrationType) =>
      api<IntegrationRequest>('POST', '/api/request-integration', { integrationType }),
    // Also on failure: it may have been requested in another window.
    onSettled: () => queryClient.invalidateQueries({ queryKey: integrationRequestsQuery.queryKey }),
  });
}
