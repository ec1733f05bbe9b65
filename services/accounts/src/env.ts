import { keyListSetting, readEnv, retentionSettings, setting } from '@desk/service-kit';
import { boolean, number } from 'yup';
import { retentionRules } from './retention/retention-rules.js';

export const readAccountsEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...retentionSettings(retentionRules),
      DATABASE_URL: setting.url('the database, as the accounts role', 'postgres', 'postgresql'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      DATABASE_POOL_SIZE: setting.poolSize(),
      PUBLIC_URL: setting.publicUrl(),
      /** The keys that encrypt the secrets of authenticator apps: `id:base64,…`. The first encrypts, all of them decrypt. */
      CREDENTIAL_KEYS: keyListSetting('the keys that encrypt credentials'),
      /** Whether admins must have a second factor; by default in production. */
      REQUIRE_ADMIN_SECOND_FACTOR: boolean().optional(),
      /** A session ends after this time without use. */
      SESSION_IDLE_HOURS: number().positive().max(720).default(168),
      /** After this time, emails to an address that nobody confirmed contain no personal data of leads. */
      EMAIL_CONFIRMATION_HOURS: number().min(0).max(720).default(72),
      RATE_LIMIT_FACTOR: setting.rateLimitFactor(),
    },
    source,
  );

export type AccountsEnv = ReturnType<typeof readAccountsEnv>;
