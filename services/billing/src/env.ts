import { isProduction, readEnv, retentionSettings, setting } from '@desk/service-kit';
import { number, string } from 'yup';
import { retentionRules } from './retention/retention-rules.js';

const HOUR_MS = 3_600_000;

export const readBillingEnv = (source: NodeJS.ProcessEnv = process.env) =>
  readEnv(
    {
      ...retentionSettings(retentionRules),
      DATABASE_URL: setting.url('the database, as the billing role', 'postgres', 'postgresql'),
      DATABASE_TLS: setting.tls('DATABASE_URL'),
      DATABASE_POOL_SIZE: setting.poolSize(),
      STRIPE_SECRET_KEY: setting
        .secret('the secret key of the card provider', 10)
        .matches(/^(sk|rk)_/, 'the secret key of the card provider must start with sk_ or rk_')
        .test(
          'live-key-in-production',
          'a live key of the card provider needs NODE_ENV=production',
          (value, { parent }) => isProduction(parent) || !/^(sk|rk)_live_/.test(value),
        ),
      STRIPE_WEBHOOK_SECRET: setting.secretList("the secrets that sign the card provider's events", 10),
      /** Replaces the card provider's address in development: `http://127.0.0.1:4810`. */
      STRIPE_API_BASE: string()
        .test(
          'url',
          'the address of the card provider must be a URL (http, https)',
          (value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
        )
        .test(
          'not-in-production',
          'the address of the card provider cannot be replaced in production',
          (value, { parent }) => value === undefined || !isProduction(parent),
        ),
      STRIPE_TIMEOUT_MS: number().integer().min(100).max(80_000).default(10_000),
      /**
       * Calls of one endpoint per second, of all copies together. The provider allows 25 by default, and a window of
       * ours may overlap two of its own.
       */
      STRIPE_CALLS_PER_SECOND: number()
        .integer()
        .min(1)
        .max(10_000)
        .default(20)
        .when('STRIPE_API_BASE', ([base], schema) => (base === undefined ? schema : schema.default(1_000))),
      /**
       * A charge whose outcome is unknown for longer than this, while the provider answers, is canceled. The limit stays well below the 24 h after
       * which the provider forgets idempotency keys, so no request is repeated under a forgotten key.
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
