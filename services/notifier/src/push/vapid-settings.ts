import { createECDH } from 'node:crypto';
import { string } from 'yup';

/** Whether the public key, an uncompressed point of P-256, is the private key's. */
function belongTogether(publicKey: string, privateKey: string): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** Our key pair towards push services (RFC 8292). Without it, this system sends no browser notifications. */
export const vapidSettings = {
  VAPID_PUBLIC_KEY: string()
    .matches(/^[\w-]{87}$/, 'the public VAPID key must be 65 bytes as base64url')
    .test('complete', 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together', (value, { parent }) => {
      const { VAPID_PRIVATE_KEY: privateKey } = parent as { VAPID_PRIVATE_KEY?: string };
      if (value === undefined || !privateKey) return value === undefined && !privateKey;
      return belongTogether(value, privateKey);
    })
    .meta({
      description:
        'Our public key towards push services (RFC 8292). Without it, no browser notifications are sent',
    }),
  VAPID_PRIVATE_KEY: string()
    .matches(/^[\w-]{43}$/, 'the private VAPID key must be 32 bytes as base64url')
    .meta({ description: 'The private key of VAPID_PUBLIC_KEY' }),
};
