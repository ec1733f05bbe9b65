import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { browserTimeZone } from '@/lib/browser-time-zone';
import { switchUser } from '@/lib/current-user';

export type Registration = {
  email: string;
  password: string;
  confirmPassword: string;
  firstName: string;
  lastName: string;
  phone: string;
  companyName: string;
};

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (registration: Registration) =>
      callRoute('register', { body: { ...registration, ...browserTimeZone() } }),
    onSuccess: ({ user }) => switchUser(queryClient, user),
  });
}
