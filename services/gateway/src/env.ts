import {
  findTrustProxyProblem,
  isCardProviderScript,
  isProduction,
  MISSING_TRUST_PROXY,
  needsTrustProxy,
  readEnv,
  setting,
  splitProxies,
} from '@desk/service-kit';
import { number, string } from 'yup';
import { parseSessionKeys } from './auth/session-keys.js';
import { httpSettings } from './http/http-settings.js';
import { liveSettings } from './live/live-settings.js';
import { apiDocsSettings } from './openapi/api-docs-settings.js';

/** The proxies in front of the gateway: how many, or their addresses (`loopback`, `10.0.0.0/8`, comma-separated). */
const trustProxy = string()
  .default('')
  .test('trust-proxy', (value, { createError, parent }) => {
    const { NODE_ENV, PUBLIC_URL } = parent as { NODE_ENV: string; PUBLIC_URL: string };
    const missing = needsTrustProxy(NODE_ENV, PUBLIC_URL) ? MISSING_TRUST_PROXY : undefined;
    const message = value === '' ? missing : findTrustProxyProblem(value);
    return message === undefined || createError({ message });
  });

const sessionKeys = string()
  .test('session keys', (value, { createError }) => {
    try {
      if (value !== undefined) parseSessionKeys(value);
      return true;
    } catch (error) {
      return createError({ message: `the keys that sign session cookies ${(error as Error).message}` });
    }
  })
  .when('JWT_SECRET', {
    is: undefined,
    then: (schema) => schema.required('the keys that sign session cookies are missing (id:secret,…)'),
  });

export const readGatewayEnv = (source?: NodeJS.ProcessEnv) =>
  readEnv(
    {
      PORT: setting.port('where the site is served'),
      HOST: string().default('127.0.0.1'),
      PUBLIC_URL: setting.publicUrl(),
      /** `id:secret,id:secret`: the first one signs session cookies, all of them verify. */
      JWT_KEYS: sessionKeys,
      /** The previous release's only key, for the cookies it signed. Remove in the next release. */
      JWT_SECRET: string().min(32, 'the key that signs session cookies must have at least 32 characters'),
      STRIPE_PUBLISHABLE_KEY: setting.text("the card provider's publishable key"),
      STRIPE_JS_URL: setting
        .url("the card provider's script", 'http', 'https')
        .test(
          'not-in-production',
          "the card provider's script cannot be replaced in production",
          (value, { parent }) => !isProduction(parent) || isCardProviderScript(value),
        )
        .default('https://js.stripe.com/v3/'),
      TRUST_PROXY: trustProxy,
      RATE_LIMIT_FACTOR: setting.rateLimitFactor(),
      STRIPE_WEBHOOK_SECRET: setting.secretList("the secrets that sign the card provider's events", 10),
      /** Signs Twilio's requests. Without it, they are refused. */
      TWILIO_AUTH_TOKEN: string().min(32, "Twilio's auth token must have at least 32 characters"),
      ...httpSettings,
      ...liveSettings,
      ...apiDocsSettings,
      /** Cache lifetime of the public statistics and the status page. */
      STATISTICS_MAX_AGE_SECONDS: number().integer().min(1).max(3_600).default(30),
    },
    source,
  );

export type GatewayEnv = ReturnType<typeof readGatewayEnv>;

/** Converts `TRUST_PROXY` to Express's `trust proxy` setting. Unset means no proxy. */
export const toTrustProxySetting = (value: string): number | string[] =>
  /^\d*$/.test(value) ? Number(value) : splitProxies(value);
