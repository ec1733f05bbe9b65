import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { switchUser } from './switch-user';

export type Credentials = {
  email: string;
  password: string;
};

const login = (credentials: Credentials): Promise<{ user: CurrentUser }> =>
  api('POST', '/api/auth/login', credentials);

export function useLogin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: login,
    onSuccess: ({ user }) => switchUser(queryClient, user),
  });
}
