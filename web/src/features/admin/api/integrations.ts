import type { AdminIntegrations } from '@desk/contracts/accounts/accounts.http';
import type { IntegrationRequest } from '@desk/contracts/accounts/accounts.schemas';
import type { IntegrationState } from '@desk/contracts/accounts/accounts.values';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { listOptions, withQuery } from './list-options';

const PATH = '/api/admin/integration-requests';

export interface IntegrationListView {
  readonly status: IntegrationState | null;
  readonly after: string | null;
}

export const integrationsQuery = ({ status, after }: IntegrationListView) =>
  queryOptions({
    queryKey: [PATH, { status, after }],
    queryFn: () => api<AdminIntegrations>('GET', withQuery(PATH, { status, after })),
    ...listOptions,
  });

export interface RequestResolution {
  readonly requestId: string;
  readonly status: Exclude<IntegrationState, 'pending'>;
}

const resolveRequest = ({ requestId, status }: RequestResolution): Promise<IntegrationRequest> =>
  api('PATCH', `${PATH}/${requestId}`, { status });

export function useResolveIntegrationRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: resolveRequest,
    // Also after an error: another admin may have resolved the request. Not awaited, because the refreshed list may
    // unmount this row.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [PATH] });
    },
  });
}
