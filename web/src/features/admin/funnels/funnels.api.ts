import type { FunnelKeyKind } from '@desk/contracts/leads/funnels.values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, getErrorMessage, hasCode, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';

/** Another admin may have paused it since the last visit, so nothing older is ever shown in its form. */
export const funnelQuery = (funnelId: string) => ({
  ...routeQuery('getFunnel', { params: { funnelId } }),
  refetchOnMount: 'always' as const,
  gcTime: 0,
});

const useRefreshFunnels = () => useRefresh('listFunnels', 'getFunnel');

/** Forms say themselves that somebody else has saved meanwhile. */
const describeFailure = (fallback: string) => (error: unknown) =>
  hasCode(error, 'SETTINGS_CHANGED') ? null : getErrorMessage(error, fallback);

export const useCreateFunnel = () =>
  useMutation({
    mutationFn: (name: string) => callRoute('createFunnel', { body: { name } }),
    onSuccess: useRefreshFunnels(),
  });

export const useChangeFunnel = (funnelId: string) =>
  useMutation({
    mutationFn: (body: RouteBody<'changeFunnel'>) =>
      callRoute('changeFunnel', { params: { funnelId }, body }),
    onSuccess: useRefreshFunnels(),
    meta: {
      success: { title: 'Settings saved', description: 'They apply from the next lead on.' },
      failure: describeFailure('Failed to save the funnel. Please try again.'),
    },
  });

/** Returns a function that reads the funnel again. */
export function useReloadFunnel(funnelId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.query({ ...funnelQuery(funnelId), staleTime: 0 });
}

export const useAddFunnelKey = (funnelId: string) =>
  useMutation({
    mutationFn: (kind: FunnelKeyKind) => callRoute('addFunnelKey', { params: { funnelId }, body: { kind } }),
    onSuccess: useRefreshFunnels(),
    meta: { failure: UNREACHABLE },
  });

export const useRevokeFunnelKey = (funnelId: string) =>
  useMutation({
    mutationFn: (keyId: string) => callRoute('revokeFunnelKey', { params: { funnelId }, body: { keyId } }),
    onSuccess: useRefreshFunnels(),
    meta: {
      success: { title: 'Key revoked', description: 'No lead is accepted with it any more.' },
      failure: UNREACHABLE,
    },
  });

/** Nothing older is ever shown in the editor, as with a funnel. */
export const mappingsQuery = (funnelId: string) => ({
  ...routeQuery('getMappings', { params: { funnelId } }),
  refetchOnMount: 'always' as const,
  gcTime: 0,
});

/** Returns a function that reads the versions of the mapping again. */
export function useReloadMappings(funnelId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.query({ ...mappingsQuery(funnelId), staleTime: 0 });
}

export const useSaveMapping = (funnelId: string) =>
  useMutation({
    mutationFn: (body: RouteBody<'saveMapping'>) => callRoute('saveMapping', { params: { funnelId }, body }),
    onSuccess: useRefresh('listHeldPosts', 'getHeldPost'),
    meta: {
      success: { title: 'Mapping saved', description: 'It applies from the next post on.' },
      failure: describeFailure('Failed to save the mapping. Please try again.'),
    },
  });
