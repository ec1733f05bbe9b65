import { isProduction, setting, type SettingsOf } from '@desk/service-kit';
import { number, string } from 'yup';

export const providerSettings = {
  STRIPE_SECRET_KEY: setting
    .secret('the secret key of the card provider', 10)
    .matches(/^(sk|rk)_/, 'the secret key of the card provider must start with sk_ or rk_')
    .test(
      'live-key-in-production',
      'a live key of the card provider needs NODE_ENV=production',
      (value, { parent }) => isProduction(parent) || !/^(sk|rk)_live_/.test(value),
    ),
  STRIPE_WEBHOOK_SECRET: setting.secretList("the secrets that sign the card provider's events", 10),
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
    )
    .meta({ description: "The sandbox's address in place of the card provider's: `http://127.0.0.1:4810`" }),
  STRIPE_TIMEOUT_MS: number()
    .integer()
    .min(100)
    .max(80_000)
    .default(10_000)
    .meta({ description: 'How long a call of the card provider may take' }),
  STRIPE_CALLS_PER_SECOND: number()
    .integer()
    .min(1)
    .max(10_000)
    .default(20)
    .when('STRIPE_API_BASE', ([base], schema) => (base === undefined ? schema : schema.default(1_000)))
    .meta({
      description:
        'Calls of one endpoint per second, of all copies together. The provider allows 25 by default, and a window of ours may overlap two of its own',
    }),
};

export type ProviderEnv = SettingsOf<typeof providerSettings>;
