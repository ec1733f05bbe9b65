import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
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
  });

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callRoute('endSession', { body: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('endOtherSessions'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
