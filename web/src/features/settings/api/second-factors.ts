import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { createPasskey } from '@/lib/passkeys';
import { useBackgroundRefresh } from '@/lib/use-refresh';

/** What a new or removed factor changes: the list and the sessions. */
export const CHANGED = ['listSecondFactors', 'listSessions'] as const;

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
