import type { SecondFactor } from '@desk/contracts/accounts/second-factors.schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callRoute, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { USER_KEY } from '@/lib/current-user';
import { createPasskey } from '@/lib/passkeys';
import { routeQuery } from '@/lib/route-query';
import { sessionsQuery } from './sessions';

export const secondFactorsQuery = { ...routeQuery('listSecondFactors'), staleTime: 0 };

/** Reads what a new or removed factor changes: the list and the sessions. */
function useReload(): () => Promise<void> {
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

export const useStartApp = () =>
  useMutation({ mutationFn: () => callRoute('startAppSetup'), meta: { failure: UNREACHABLE } });

export function useConfirmApp() {
  const reload = useReload();
  return useMutation({
    mutationFn: (body: RouteBody<'confirmApp'>) =>
      callRoute('confirmApp', { body: { ...body, code: body.code.replaceAll(' ', '') } }),
    onSuccess: () => void reload(),
    meta: { success: { title: 'Success', description: 'Your authenticator app has been added.' } },
  });
}

export function useAddPasskey() {
  const reload = useReload();
  return useMutation({
    mutationFn: async (name: string) => {
      const { token, options } = await callRoute('startPasskeySetup');
      const passkey = await createPasskey(options);
      return callRoute('confirmPasskey', { body: { token, name, passkey } });
    },
    onSuccess: () => void reload(),
    meta: { success: { title: 'Success', description: 'Your passkey has been added.' } },
  });
}

/** Pending until the new name is shown. */
export const useRenameFactor = (factorId: string) =>
  useMutation({
    mutationFn: (name: string) => callRoute('renameSecondFactor', { params: { factorId }, body: { name } }),
    onSuccess: useReload(),
  });

export function useKeepFactor({ id, name }: SecondFactor) {
  const reload = useReload();
  return useMutation({
    mutationFn: () => callRoute('keepSecondFactor', { params: { factorId: id } }),
    onSuccess: () => void reload(),
    meta: { success: { title: 'Success', description: `${name} has been kept.` }, failure: UNREACHABLE },
  });
}

export function useRemoveFactor({ id, name }: SecondFactor) {
  const reload = useReload();
  return useMutation({
    mutationFn: () => callRoute('removeSecondFactor', { params: { factorId: id } }),
    onSuccess: () => void reload(),
    meta: { success: { title: 'Success', description: `${name} has been removed.` }, failure: UNREACHABLE },
  });
}

export function useReplaceRecoveryCodes() {
  const reload = useReload();
  return useMutation({
    mutationFn: () => callRoute('replaceRecoveryCodes'),
    onSuccess: () => void reload(),
    meta: { failure: UNREACHABLE },
  });
}
