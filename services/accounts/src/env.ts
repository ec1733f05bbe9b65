import { readEnv, retentionSettings, setting } from '@desk/service-kit';
import { number } from 'yup';
import { retentionRules } from './retention/retention-rules.js';

export const readAccountsEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...retentionSettings(retentionRules),
      DATABASE_URL: setting.url('the database, as the accounts role', 'postgres', 'postgresql'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      PUBLIC_URL: setting.publicUrl(),
      /** A session ends after this time without use. */
      SESSION_IDLE_HOURS: number().positive().max(720).default(168),
      /** Multiplies every rate limit, for load tests and demos. */
      RATE_LIMIT_FACTOR: number().min(1).max(100_000).default(1),
    },
    source,
  );

export type AccountsEnv = ReturnType<typeof readAccountsEnv>;
