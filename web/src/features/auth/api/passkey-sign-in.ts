import type { CurrentUser } from '@desk/contracts/accounts/accounts.schemas';
import { callRoute } from '@/lib/api-client';
import { signWithPasskey } from '@/lib/passkeys';

export { getPasskeyErrorMessage } from '@/lib/passkeys';

/** Signs in without a password. */
export async function signInWithPasskey(): Promise<CurrentUser> {
  const { token, options } = await callRoute('startPasskeySignIn');
  const passkey = await signWithPasskey(options);
  return (await callRoute('signInWithPasskey', { body: { token, passkey } })).user;
}
