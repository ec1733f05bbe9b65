import type { PushBrowser } from '@desk/contracts/notifications/push.schemas';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import { callRoute, getErrorMessage, type RouteAnswer, UNREACHABLE } from '@/lib/api-client';
import { routeQuery } from '@/lib/route-query';
import { useRefresh } from '@/lib/use-refresh';
import {
  NotAllowedError,
  readThisBrowser,
  subscribeThisBrowser,
  unsubscribeThisBrowser,
} from '../lib/this-browser';

/** Always stale: a push service may end a browser at any time. */
export const pushSetUpQuery = { ...routeQuery('getPushSetUp'), staleTime: 0 };

/** Always stale: the agent may change it in the browser's own settings. */
export const thisBrowserQuery = queryOptions({
  queryKey: ['this-browser'],
  queryFn: readThisBrowser,
  staleTime: 0,
});

/** Shows what the server answered as the set-up. */
function useSavePushSetUp(): (setUp: RouteAnswer<'getPushSetUp'>) => void {
  const queryClient = useQueryClient();
  return (setUp) => queryClient.setQueryData(pushSetUpQuery.queryKey, setUp);
}

const TITLE = 'Browser notifications';
const SUBSCRIBE_FAILED =
  "This browser couldn't turn notifications on. Please try again, or use another browser.";

export function useAllowPush() {
  const queryClient = useQueryClient();
  const save = useSavePushSetUp();
  return useMutation({
    mutationFn: async (applicationServerKey: string) =>
      callRoute('allowPush', { body: await subscribeThisBrowser(applicationServerKey) }),
    onSuccess: save,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: thisBrowserQuery.queryKey }),
    meta: {
      success: { title: TITLE, description: 'Allowed. The next leads are announced here.' },
      failure: (error) =>
        error instanceof NotAllowedError
          ? { title: 'Notifications were not allowed' }
          : getErrorMessage(error, SUBSCRIBE_FAILED),
    },
  });
}

export const useKeepPush = ({ id, name }: PushBrowser) =>
  useRouteMutation('keepPush', {
    params: { browserId: id },
    onSuccess: useSavePushSetUp(),
    success: { title: TITLE, description: `${name} was kept.` },
    failure: UNREACHABLE,
  });

/** @param isHere whether it is this browser, which then shows no more notifications */
export function useRemovePush({ id, name }: PushBrowser, isHere: boolean) {
  const queryClient = useQueryClient();
  const save = useSavePushSetUp();
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: thisBrowserQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: pushSetUpQuery.queryKey });
  };
  return useRouteMutation('removePush', {
    params: { browserId: id },
    onSuccess: (setUp) => {
      save(setUp);
      void (isHere ? unsubscribeThisBrowser() : Promise.resolve()).then(reload);
    },
    onError: () => void reload(),
    success: { title: TITLE, description: `${name} was removed.` },
    failure: UNREACHABLE,
  });
}

export const useTestPush = ({ id, name }: PushBrowser) =>
  useRouteMutation('testPush', {
    params: { browserId: id },
    // It may have ended the browser.
    onSettled: useRefresh('getPushSetUp'),
    success: ({ reason }) =>
      reason === null
        ? { title: 'Test sent', description: `It should appear on ${name} in a moment.` }
        : { title: 'Error', description: 'The test could not be sent.', variant: 'destructive' },
    failure: UNREACHABLE,
  });
