import { encryptionSettings, readEnv, retentionSettings, setting } from '@desk/service-kit';
import { number } from 'yup';
import { retentionRules } from './retention/retention-rules.js';

export const readLeadRouterEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      ...retentionSettings(retentionRules),
      ...encryptionSettings,
      DATABASE_URL: setting.url('the database, as the lead-router role', 'postgres', 'postgresql'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      DATABASE_POOL_SIZE: setting.poolSize(),
      /** An older lead is no longer real-time: it expires unsold. */
      LEAD_MAX_AGE_HOURS: number().positive().max(720).default(24),
      /** A lead with a known phone or email is a duplicate within this time. */
      DUPLICATE_WINDOW_DAYS: number().integer().min(1).max(365).default(30),
    },
    source,
  );

export type LeadRouterEnv = ReturnType<typeof readLeadRouterEnv>;
