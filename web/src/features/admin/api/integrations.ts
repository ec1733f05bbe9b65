import type { AdminIntegrations } from '@desk/contracts/accounts/accounts.http';
import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationState } from '@desk/contracts/accounts/accounts.values';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { listOptions, withQuery } from './list-options';

const PATH = '/api/admin/integration-requests';

export interface IntegrationsView {
  readonly status: IntegrationState | null;
  readonly after: string | null;
}

export const integrationsQuery = ({ status, after }: IntegrationsView) =>
  queryOptions({
    queryKey: [PATH, { status, after }],
    queryFn: () => api<AdminIntegrations>('GET', withQuery(PATH, { status, after })),
    ...listOptions,
  });

export interface Settlement {
  readonly requestId: string;
  readonly status: Exclude<IntegrationState, 'pending'>;
}

const settle = ({ requestId, status }: Settlement): Promise<IntegrationRequest> =>
  api('PATCH', `${PATH}/${requestId}`, { status });

export function useResolveIntegrationRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: settle,
    // Also after a refusal: somebody else may have settled it. Not waited for, since the row may go with it.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [PATH] });
    },
  });
}
