import { readEnv, retentionSettings, setting } from '@desk/service-kit';
import { boolean, number } from 'yup';
import { retentionRules } from './retention/retention-rules.js';
import { CredentialCipher } from './second-factors/credential-cipher.js';

function isKeyList(keys: string): boolean {
  try {
    return Boolean(new CredentialCipher(keys));
  } catch {
    return false;
  }
}

export const readAccountsEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...retentionSettings(retentionRules),
      DATABASE_URL: setting.url('the database, as the accounts role', 'postgres', 'postgresql'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      PUBLIC_URL: setting.publicUrl(),
      /** The keys that encrypt the secrets of authenticator apps: `id:base64,…`. The first encrypts, all of them decrypt. */
      CREDENTIAL_KEYS: setting
        .secret('the keys that encrypt credentials (id:base64 of 32 bytes)')
        .test('keys', 'the keys that encrypt credentials must be id:base64 of 32 bytes', isKeyList),
      /** Whether admins must have a second factor; by default in production. */
      REQUIRE_ADMIN_SECOND_FACTOR: boolean().optional(),
      /** A session ends after this time without use. */
      SESSION_IDLE_HOURS: number().positive().max(720).default(168),
      /** Multiplies every rate limit, for load tests and demos. */
      RATE_LIMIT_FACTOR: number().min(1).max(100_000).default(1),
    },
    source,
  );

export type AccountsEnv = ReturnType<typeof readAccountsEnv>;
