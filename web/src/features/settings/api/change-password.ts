import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { sessionsQuery } from './sessions';

/** Also ends all other sessions. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteBody<'changePassword'>) => callRoute('changePassword', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    meta: {
      success: {
        title: 'Success',
        description: 'Your password has been changed. You have been signed out everywhere else.',
      },
      failure: 'Failed to change password',
    },
  });
}
