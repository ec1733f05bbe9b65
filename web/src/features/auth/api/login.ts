import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { switchUser } from './switch-user';

export type Credentials = {
  email: string;
  password: string;
};

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: Credentials) => callRoute('signIn', { body: credentials }),
    onSuccess: ({ user }) => switchUser(queryClient, user),
  });
}
