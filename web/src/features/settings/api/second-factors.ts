import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import { createPasskey } from '@/lib/passkeys';
import { routeQuery } from '@/lib/route-query';
import { sessionsQuery } from './sessions';

export const secondFactorsQuery = { ...routeQuery('listSecondFactors'), staleTime: 0 };

/** Loads again what a new or removed factor changes: the list and the sessions. */
export function useReloadFactors(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [secondFactorsQuery.queryKey, sessionsQuery.queryKey].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
}

/** Loads the user again, who no longer needs to set up a factor. */
export function useReloadUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: USER_KEY });
}

export const useStartApp = () => useMutation({ mutationFn: () => callRoute('startAppSetup') });

export const useConfirmApp = () =>
  useMutation({
    mutationFn: (body: { factorId: string; name: string; code: string }) =>
      callRoute('confirmApp', { body: { ...body, code: body.code.replaceAll(' ', '') } }),
  });

export const useAddPasskey = () =>
  useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { token, options } = await callRoute('startPasskeySetup');
      const passkey = await createPasskey(options);
      return callRoute('confirmPasskey', { body: { token, name, passkey } });
    },
  });

export const useRenameFactor = (factorId: string) =>
  useMutation({
    mutationFn: (body: { name: string }) => callRoute('renameSecondFactor', { params: { factorId }, body }),
  });

export const useKeepFactor = (factorId: string) =>
  useMutation({ mutationFn: () => callRoute('keepSecondFactor', { params: { factorId } }) });

export const useRemoveFactor = (factorId: string) =>
  useMutation({ mutationFn: () => callRoute('removeSecondFactor', { params: { factorId } }) });

export const useReplaceRecoveryCodes = () =>
  useMutation({ mutationFn: () => callRoute('replaceRecoveryCodes') });
