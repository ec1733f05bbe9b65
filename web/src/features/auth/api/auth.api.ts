import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import type { SecondFactorChallenge } from '@desk/contracts/accounts/second-factors.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { Proof } from '@/components/proof/typed-proofs';
import { notify } from '@/components/toast/toast-store';
import { callRoute, getErrorMessage, hasCode, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { browserTimeZone } from '@/lib/time-zone';
import { getHomePath, switchUser, USER_KEY } from '@/lib/current-user';
import { getPasskeyErrorMessage, signWithPasskey } from '@/lib/passkeys';
import { readReturnPath } from '@/lib/return-path';

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

/** Signs in without a password. */
export const usePasskeySignIn = () =>
  useMutation({
    mutationFn: async () => {
      const { token, options } = await callRoute('startPasskeySignIn');
      const passkey = await signWithPasskey(options);
      return (await callRoute('signInWithPasskey', { body: { token, passkey } })).user;
    },
    meta: { failure: getPasskeyErrorMessage },
  });

/** The second step of a sign-in. */
export async function completeSignIn({ token }: SecondFactorChallenge, proof: Proof): Promise<CurrentUser> {
  // A password alone never completes a sign-in, so it is not among the methods offered.
  const body = { token, ...(proof as Exclude<Proof, { password: string }>) };
  return (await callRoute('completeSignIn', { body })).user;
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (email: string) => callRoute('requestPasswordReset', { body: { email } }),
    meta: { success: { title: 'Check your email' }, failure: UNREACHABLE },
  });

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: RouteBody<'resetPassword'>) => callRoute('resetPassword', { body }),
    meta: {
      success: { title: 'Success', description: 'Your password has been changed. Please sign in.' },
      failure: UNREACHABLE,
    },
  });

/** The pages of emailed links say themselves that a link is no longer valid. */
const describeLinkFailure = (error: unknown): string | null =>
  hasCode(error, 'LINK_EXPIRED', 'SIGN_IN_TO_CONFIRM') ? null : getErrorMessage(error, UNREACHABLE);

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callRoute('confirmEmail', { body: { token } }),
    onSuccess: async () => {
      // A request that began with the page may have read the user before the confirmation.
      await queryClient.cancelQueries({ queryKey: USER_KEY });
      void queryClient.invalidateQueries({ queryKey: USER_KEY });
    },
    meta: { failure: describeLinkFailure },
  });
}

export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) => callRoute('unsubscribe', { query: { token } }),
    meta: {
      failure: (error) => (hasCode(error, 'INVALID_REQUEST') ? null : describeLinkFailure(error)),
    },
  });

export const useUndoEmailChange = () =>
  useMutation({
    mutationFn: (token: string) => callRoute('undoEmailChange', { body: { token } }),
    meta: { failure: describeLinkFailure },
  });
