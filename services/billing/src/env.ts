import { brand, type Business, timeZone } from '@desk/contracts';
import { isProduction, readEnv, retentionSettings, setting } from '@desk/service-kit';
import { number, string } from 'yup';
import { retentionRules } from './retention/retention-rules.js';

const HOUR_MS = 3_600_000;

/** The seller's name and address in a sandbox. */
const SANDBOX_BUSINESS = { name: `${brand} (sandbox)`, address: '1 Sandbox Street; Austin, TX 78701' };
const MAX_ADDRESS_LINES = 5;

/** Printed on receipts, so production must state its own. */
const businessText = (label: string, max: number, sandbox: string) =>
  string()
    .trim()
    .max(max, `${label} must have at most ${max} characters`)
    .when('NODE_ENV', ([environment], schema) =>
      environment === 'production' ? schema.required(`${label} is missing`) : schema.default(sandbox),
    )
    .defined();

const toLines = (address: string): string[] => address.split(';').map((line) => line.trim());

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
      RATE_LIMIT_FACTOR: setting.rateLimitFactor(),
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
      /** How often the provider's list of events is read for those that no webhook brought. */
      PROVIDER_EVENTS_INTERVAL_MS: number().integer().min(100).max(HOUR_MS).default(60_000),
      /**
       * A charge whose outcome is unknown for longer than this, while the provider answers, is canceled. The limit stays well below the 24 h after
       * which the provider forgets idempotency keys, so no request is repeated under a forgotten key.
       */
      CHARGE_GIVE_UP_MS: number()
        .integer()
        .min(1_000)
        .max(20 * HOUR_MS)
        .default(600_000),
      /** Between two scheduled comparisons with the card provider; 0 for none. */
      RECONCILIATION_INTERVAL_MINUTES: number().integer().min(0).max(44_640).default(60),
      /** Each one compares at least what was created in this time. */
      RECONCILIATION_WINDOW_HOURS: number().integer().min(1).max(8_760).default(72),
      /** What is younger may be in progress, and is no difference. */
      RECONCILIATION_MIN_AGE_SECONDS: number().integer().min(1).max(86_400).default(1_800),
      /** Days of the balance report begin at midnight in this zone. */
      REPORTING_TIME_ZONE: timeZone().default('America/New_York'),
      /** The seller's name on receipts, credit notes and statements. */
      BUSINESS_NAME: businessText('the name of the business', 100, SANDBOX_BUSINESS.name),
      /** Its address; lines are separated by semicolons. */
      BUSINESS_ADDRESS: businessText('the address of the business', 400, SANDBOX_BUSINESS.address).test(
        'lines',
        `the address of the business must have 1 to ${MAX_ADDRESS_LINES} lines, separated by semicolons`,
        (value) => {
          const lines = toLines(value);
          return lines.length <= MAX_ADDRESS_LINES && lines.every((line) => line !== '');
        },
      ),
      /** Printed if given: `EIN 12-3456789`. */
      BUSINESS_TAX_ID: string().trim().max(50),
    },
    source,
  );

export type BillingEnv = ReturnType<typeof readBillingEnv>;

export const readBusiness = ({
  BUSINESS_NAME: name,
  BUSINESS_ADDRESS: address,
  BUSINESS_TAX_ID: taxId,
}: Pick<BillingEnv, 'BUSINESS_NAME' | 'BUSINESS_ADDRESS' | 'BUSINESS_TAX_ID'>): Business => ({
  name,
  addressLines: toLines(address),
  taxId: taxId === undefined || taxId === '' ? null : taxId,
});
