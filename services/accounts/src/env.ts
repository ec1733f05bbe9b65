import { readEnv, setting } from '@desk/service-kit';
import { number } from 'yup';

export const readAccountsEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      DATABASE_URL: setting.url('the database, as the accounts role', 'postgres', 'postgresql'),
      PUBLIC_URL: setting.url('the address by which people reach the site', 'http', 'https'),
      /** A session ends when it is not used for this long. */
      SESSION_IDLE_HOURS: number().positive().max(720).default(168),
      /** Multiplies every limit on how often an address may ask; for load tests and demonstrations. */
      RATE_LIMIT_FACTOR: number().min(1).max(100_000).default(1),
    },
    source,
  );

export type AccountsEnv = ReturnType<typeof readAccountsEnv>;
