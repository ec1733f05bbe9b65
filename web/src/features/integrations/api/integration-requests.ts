import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationType } from '@desk/contracts/accounts/accounts.values';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';

/** Read anew with each visit: what became of a request is decided by others. */
export const integrationRequestsQuery = queryOptions<IntegrationRequest[]>({
  queryKey: ['/api/integration-requests'],
  staleTime: 0,
});

export function useRequestIntegration() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (integrationType: IntegrationType) =>
      api<IntegrationRequest>('POST', '/api/request-integration', { integrationType }),
    // Also when it was refused: it may have been requested in another window.
    onSettled: () => queryClient.invalidateQueries({ queryKey: integrationRequestsQuery.queryKey }),
  });
}
