import type { SecondFactor } from '@desk/contracts/accounts/second-factors.schemas';
import { useMutation } from '@tanstack/react-query';
import { callRoute, type RouteBody, UNREACHABLE } from '@/lib/api-client';
import { createPasskey } from '@/lib/passkeys';
import { useBackgroundRefresh, useRefresh } from '@/lib/use-refresh';

/** What a new or removed factor changes: the list and the sessions. */
const CHANGED = ['listSecondFactors', 'listSessions'] as const;

export const useStartApp = () =>
  useMutation({ mutationFn: () => callRoute('startAppSetup'), meta: { failure: UNREACHABLE } });

export const useConfirmApp = () =>
  useMutation({
    mutationFn: (body: RouteBody<'confirmApp'>) =>
      callRoute('confirmApp', { body: { ...body, code: body.code.replaceAll(' ', '') } }),
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { success: { title: 'Success', description: 'Your authenticator app has been added.' } },
  });

export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const { token, options } = await callRoute('startPasskeySetup');
      const passkey = await createPasskey(options);
      return callRoute('confirmPasskey', { body: { token, name, passkey } });
    },
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { success: { title: 'Success', description: 'Your passkey has been added.' } },
  });

/** Pending until the new name is shown. */
export const useRenameFactor = (factorId: string) =>
  useMutation({
    mutationFn: (body: RouteBody<'renameSecondFactor'>) =>
      callRoute('renameSecondFactor', { params: { factorId }, body }),
    onSuccess: useRefresh(...CHANGED),
  });

export const useKeepFactor = ({ id, name }: SecondFactor) =>
  useMutation({
    mutationFn: () => callRoute('keepSecondFactor', { params: { factorId: id } }),
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { success: { title: 'Success', description: `${name} has been kept.` }, failure: UNREACHABLE },
  });

export const useRemoveFactor = ({ id, name }: SecondFactor) =>
  useMutation({
    mutationFn: () => callRoute('removeSecondFactor', { params: { factorId: id } }),
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { success: { title: 'Success', description: `${name} has been removed.` }, failure: UNREACHABLE },
  });

export const useReplaceRecoveryCodes = () =>
  useMutation({
    mutationFn: () => callRoute('replaceRecoveryCodes'),
    onSuccess: useBackgroundRefresh(...CHANGED),
    meta: { failure: UNREACHABLE },
  });
