import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@/lib/api-client';
import { switchUser } from './switch-user';

export type Registration = {
  email: string;
  password: string;
  confirmPassword: string;
  firstName: string;
  lastName: string;
  phone: string;
  companyName: string;
};

const register = (registration: Registration): Promise<{ user: CurrentUser }> =>
  api('POST', '/api/auth/register', registration);

export function useRegister() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: register,
    onSuccess: ({ user }) => switchUser(queryClient, user),
  });
}
