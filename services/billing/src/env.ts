import { readEnv, setting } from '@desk/service-kit';
import { number, string } from 'yup';

const HOUR_MS = 3_600_000;

export const readBillingEnv = (source: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    {
      DATABASE_URL: setting.url('the database, as the billing role', 'postgres', 'postgresql'),
      STRIPE_SECRET_KEY: setting
        .secret('the secret key of the card provider', 10)
        .matches(/^(sk|rk)_/, 'the secret key of the card provider begins with sk_ or rk_'),
      STRIPE_WEBHOOK_SECRET: setting.secret("the secret that signs the card provider's events", 10),
      /** Another place than the card provider itself, for development: `http://127.0.0.1:4810`. */
      STRIPE_API_BASE: string()
        .test(
          'url',
          'where the card provider is must be a URL (http, https)',
          (value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
        )
        .test(
          'not-in-production',
          'production talks to the card provider itself',
          (value, { parent }) =>
            value === undefined || (parent as { NODE_ENV?: string }).NODE_ENV !== 'production',
        ),
      STRIPE_TIMEOUT_MS: number().integer().min(100).max(80_000).default(10_000),
      /**
       * A charge whose outcome is not known after this time is cancelled. Well below the 24 h after which the
       * provider forgets idempotency keys, so that no request is ever repeated under a forgotten one.
       */
      CHARGE_GIVE_UP_MS: number()
        .integer()
        .min(1_000)
        .max(20 * HOUR_MS)
        .default(600_000),
    },
    source,
  );

export type BillingEnv = ReturnType<typeof readBillingEnv>;
