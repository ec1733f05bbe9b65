import { readEnv, setting } from '@desk/service-kit';
import { number, string } from 'yup';
import { parseSessionKeys } from './auth/session-keys.js';

/**
 * The proxies in front of the gateway: how many, or their addresses (`loopback`, `10.0.0.0/8`, comma-separated).
 * "All" is not accepted, because callers could then choose the address they are rate limited by.
 */
const trustProxy = string()
  .default('0')
  .matches(/^(\d{1,2}|[a-z0-9.:/, ]+)$/i, 'TRUST_PROXY must be a number or a list of addresses')
  .notOneOf(['true', '*'], 'TRUST_PROXY must name the proxies');

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
      PUBLIC_URL: setting.url('the public URL of the site', 'http', 'https'),
      /** `id:secret,id:secret`: the first one signs session cookies, all of them verify. */
      JWT_KEYS: sessionKeys,
      /** The previous release's only key, for the cookies it signed. Remove in the next release. */
      JWT_SECRET: string().min(32, 'the key that signs session cookies must have at least 32 characters'),
      STRIPE_PUBLISHABLE_KEY: setting.text("the card provider's publishable key"),
      STRIPE_JS_URL: setting
        .url("the card provider's script", 'http', 'https')
        .default('https://js.stripe.com/v3/'),
      TRUST_PROXY: trustProxy,
      /** How long a live event stream may outlive its session. */
      LIVE_SESSION_CHECK_SECONDS: number().integer().min(1).max(300).default(30),
      /** Cache lifetime of the public statistics. */
      STATISTICS_MAX_AGE_SECONDS: number().integer().min(1).max(3_600).default(30),
    },
    source,
  );

export type GatewayEnv = ReturnType<typeof readGatewayEnv>;

/** Converts `TRUST_PROXY` to Express's `trust proxy` setting. */
export const toTrustProxySetting = (value: string): number | string[] =>
  /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim());
