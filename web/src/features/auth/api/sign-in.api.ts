import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useRouteMutation } from '@/components/mutation/use-route-mutation';
import type { Proof } from '@/components/proof/typed-proofs';
import { notify } from '@/components/toast/toast-store';
import { callRoute, UNREACHABLE } from '@/lib/api-client';
import { getHomePath, switchUser } from '@/lib/current-user';
import { getPasskeyErrorMessage, signWithPasskey } from '@/lib/passkeys';
import { readReturnPath } from '@/lib/return-path';
import { writeTypedEmail } from '../lib/typed-email';

/** Opens the page that asked to sign in, otherwise the start page of the user who has just signed in. */
export function useSignedIn(): (user: CurrentUser) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  return async (user) => {
    writeTypedEmail('');
    switchUser(queryClient, user);
    notify({ title: 'Success', description: 'You have been logged in.' });
    await navigate(readReturnPath(location.state) ?? getHomePath(user));
  };
}

/** Returns the user, or a challenge if the account has a second factor. */
export const useLogin = () => useRouteMutation('signIn', { failure: UNREACHABLE });

export const usePasskeySignIn = () =>
  useMutation({
    mutationFn: async () => {
      const { token, options } = await callRoute('startPasskeySignIn');
      const passkey = await signWithPasskey(options);
      return (await callRoute('signInWithPasskey', { body: { token, passkey } })).user;
    },
    meta: { failure: getPasskeyErrorMessage },
  });

export async function completeSignIn({ token }: SecondFactorChallenge, proof: Proof): Promise<CurrentUser> {
  // A password alone never completes a sign-in, so it is not among the methods offered.
  const body = { token, ...(proof as Exclude<Proof, { password: string }>) };
  return (await callRoute('completeSignIn', { body })).user;
}
