import { readEnv, setting } from '@desk/service-kit';
import { number } from 'yup';

export const readLeadRouterEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      DATABASE_URL: setting.url('the database, as the lead-router role', 'postgres', 'postgresql'),
      /** A lead older than this is no longer called real-time and expires unsold. */
      LEAD_MAX_AGE_HOURS: number().positive().max(720).default(24),
      /** The same phone or e-mail within this time is the same person: a duplicate. */
      DUPLICATE_WINDOW_DAYS: number().integer().min(1).max(365).default(30),
    },
    source,
  );

export type LeadRouterEnv = ReturnType<typeof readLeadRouterEnv>;
