import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Proof } from '@/components/proof/proof-form';
import { notify } from '@/components/toast/toast-store';
import { callRoute } from '@/lib/api-client';
import { getHomePath } from '@/lib/current-user';
import { signWithPasskey } from '@/lib/passkeys';
import { switchUser } from './switch-user';

export type Credentials = {
  email: string;
  password: string;
};

/** Opens the start page of a user who has just signed in. */
export function useSignedIn(): (user: CurrentUser) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (user) => {
    switchUser(queryClient, user);
    notify({ title: 'Success', description: 'You have been logged in.' });
    await navigate(getHomePath(user));
  };
}

/** Returns the user, or what to answer if the account has a second factor. */
export const useLogin = () =>
  useMutation({
    mutationFn: (credentials: Credentials) => callRoute('signIn', { body: credentials }),
  });

/** The second step of a sign-in. */
export async function completeSignIn({ token }: SecondFactorChallenge, proof: Proof): Promise<CurrentUser> {
  // A password alone never completes a sign-in, so it is not among the methods offered.
  const body = { token, ...(proof as Exclude<Proof, { password: string }>) };
  return (await callRoute('completeSignIn', { body })).user;
}

export const usePasskeySignIn = () =>
  useMutation({
    mutationFn: async () => {
      const { token, options } = await callRoute('startPasskeySignIn');
      const passkey = await signWithPasskey(options);
      return (await callRoute('signInWithPasskey', { body: { token, passkey } })).user;
    },
  });
