import { useMutation } from '@tanstack/react-query';
import { callRoute } from '@/lib/api-client';
import { getPasskeyErrorMessage, signWithPasskey } from '@/lib/passkeys';

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
