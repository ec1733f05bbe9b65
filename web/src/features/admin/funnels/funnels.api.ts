import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, getErrorMessage, hasCode, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { routeKey, routeQuery } from '@/lib/route-query';
import { listOptions } from '../list-options';

export const funnelsQuery = { ...routeQuery('listFunnels'), ...listOptions };

/** Another admin may have paused it since the last visit, so nothing older is ever shown in its form. */
export const funnelQuery = (funnelId: string) => ({
  ...routeQuery('getFunnel', { params: { funnelId } }),
  refetchOnMount: 'always' as const,
  gcTime: 0,
});

export const funnelReportQuery = (funnelId: string) => ({
  ...routeQuery('getFunnelReport', { params: { funnelId } }),
  refetchOnMount: 'always' as const,
});

/** Reads the list and the funnel again. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey('listFunnels') }),
      queryClient.invalidateQueries({ queryKey: routeKey('getFunnel') }),
    ]);
  };
}

export function useCreateFunnel() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (name: string) => callRoute('createFunnel', { body: { name } }),
    onSuccess,
  });
}

export function useChangeFunnel(funnelId: string) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: RouteBody<'changeFunnel'>) =>
      callRoute('changeFunnel', { params: { funnelId }, body }),
    onSuccess,
    meta: {
      success: { title: 'Settings saved', description: 'They apply from the next lead on.' },
      // The form says itself that somebody else changed them.
      failure: (error) =>
        hasCode(error, 'SETTINGS_CHANGED')
          ? null
          : getErrorMessage(error, 'Failed to save the funnel. Please try again.'),
    },
  });
}

/** Returns a function that reads the funnel again. */
export function useReloadFunnel(funnelId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.query({ ...funnelQuery(funnelId), staleTime: 0 });
}

export function useAddFunnelKey(funnelId: string) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (isPublishable: boolean) =>
      callRoute('addFunnelKey', { params: { funnelId }, body: { isPublishable } }),
    onSuccess,
    meta: { failure: UNREACHABLE },
  });
}

export function useRevokeFunnelKey(funnelId: string) {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (keyId: string) => callRoute('revokeFunnelKey', { params: { funnelId }, body: { keyId } }),
    onSuccess,
    meta: {
      success: { title: 'Key revoked', description: 'No lead is accepted with it any more.' },
      failure: UNREACHABLE,
    },
  });
}

/** Posts any JSON: what the server says about it is what the page shows. */
export const useTryFunnel = (funnelId: string) =>
  useMutation({
    mutationFn: (body: object) => callRoute('tryFunnel', { params: { funnelId }, body }),
  });
