import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody } from '@/lib/api-client';
import { browserTimeZone } from '@/lib/time-zone';
import { switchUser } from '@/lib/current-user';

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (registration: RouteBody<'register'>) =>
      callRoute('register', { body: { ...registration, ...browserTimeZone() } }),
    onSuccess: ({ user }) => switchUser(queryClient, user),
    meta: {
      success: { title: 'Success', description: 'Your account has been created. You are now logged in.' },
      failure: 'Failed to complete registration',
    },
  });
}
