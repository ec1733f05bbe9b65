import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '@/components/toast/toast-store';
import { callRoute, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { getHomePath, switchUser } from '@/lib/current-user';
import { readReturnPath } from '@/lib/return-path';

/** Opens the page that asked to sign in, otherwise the start page of the user who has just signed in. */
export function useSignedIn(): (user: CurrentUser) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  return async (user) => {
    switchUser(queryClient, user);
    notify({ title: 'Success', description: 'You have been logged in.' });
    await navigate(readReturnPath(location.state) ?? getHomePath(user));
  };
}

/** Returns the user, or what to answer if the account has a second factor. */
export const useLogin = () =>
  useMutation({
    mutationFn: (credentials: RouteBody<'signIn'>) => callRoute('signIn', { body: credentials }),
    meta: { failure: UNREACHABLE },
  });
