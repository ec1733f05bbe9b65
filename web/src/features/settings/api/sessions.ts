import type { UserSession } from '@desk/contracts/accounts/accounts.schemas';
import { describeDevice } from '@desk/contracts/format/device';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteAnswer, UNREACHABLE } from '@/lib/api-client';
import { pluralize } from '@/lib/numbers';
import { routeQuery } from '@/lib/route-query';

/** The user's sessions, most recently used first. */
export const sessionsQuery = { ...routeQuery('listSessions'), staleTime: 0 };

/** Reloads the page afterwards, so that none of the user's data stays in memory. Stays pending until then. */
export const useEndAllSessions = () =>
  useMutation({
    mutationFn: () => callRoute('endAllSessions'),
    onSuccess: () => {
      location.assign('/login');
      return new Promise(() => undefined);
    },
    meta: { failure: UNREACHABLE },
  });

export function useEndSession({ id, userAgent }: UserSession) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('endSession', { body: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    meta: {
      success: { title: 'Success', description: `${describeDevice(userAgent)} has been signed out.` },
      failure: UNREACHABLE,
    },
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('endOtherSessions'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    meta: {
      success: ({ ended }: RouteAnswer<'endOtherSessions'>) => ({
        title: 'Success',
        description: `You have been signed out of ${pluralize(ended, 'other session')}.`,
      }),
      failure: UNREACHABLE,
    },
  });
}
