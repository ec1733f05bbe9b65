import type { AllowPush } from '@desk/contracts/notifications/push.schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteAnswer } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { readThisBrowser } from '../lib/this-browser';

/** Always stale: a push service may end a browser at any time. */
export const pushSetUpQuery = { ...routeQuery('getPushSetUp'), staleTime: 0 };

/** Always stale: the agent may change it in the browser's own settings. */
export const thisBrowserQuery = queryOptions({
  queryKey: ['this-browser'],
  queryFn: readThisBrowser,
  staleTime: 0,
});

function useSavePushSetUp(): (setUp: RouteAnswer<'getPushSetUp'>) => void {
  const queryClient = useQueryClient();
  return (setUp) => queryClient.setQueryData(pushSetUpQuery.queryKey, setUp);
}

export function useAllowPush() {
  const save = useSavePushSetUp();
  return useMutation({
    mutationFn: async (subscribe: () => Promise<AllowPush>) =>
      callRoute('allowPush', { body: await subscribe() }),
    onSuccess: save,
  });
}

export function useKeepPush(browserId: string) {
  const save = useSavePushSetUp();
  return useMutation({
    mutationFn: () => callRoute('keepPush', { params: { browserId } }),
    onSuccess: save,
  });
}

export function useRemovePush(browserId: string) {
  const save = useSavePushSetUp();
  return useMutation({
    mutationFn: () => callRoute('removePush', { params: { browserId } }),
    onSuccess: save,
  });
}

export function useTestPush(browserId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('testPush', { params: { browserId } }),
    // It may have ended the browser.
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushSetUpQuery.queryKey }),
  });
}
