import {
  findTrustProxyProblem,
  isCardProviderScript,
  isProduction,
  MISSING_TRUST_PROXY,
  needsTrustProxy,
  setting,
  type SettingsOf,
  siteSettings,
  splitProxies,
} from '@desk/service-kit';
import { number, string } from 'yup';

const seconds = (max: number) => number().integer().min(1).max(max);

/** Where the site is served, and what one client may cost this process before a request is even read. */
export const httpSettings = {
  ...siteSettings,
  PORT: setting.port('where the site is served'),
  HOST: string().default('127.0.0.1').meta({ description: 'The address that PORT listens on' }),
  TRUST_PROXY: string()
    .default('')
    .test('trust-proxy', (value, { createError, parent }) => {
      const { NODE_ENV, PUBLIC_URL } = parent as { NODE_ENV: string; PUBLIC_URL: string };
      const missing = needsTrustProxy(NODE_ENV, PUBLIC_URL) ? MISSING_TRUST_PROXY : undefined;
      const message = value === '' ? missing : findTrustProxyProblem(value);
      return message === undefined || createError({ message });
    })
    .meta({
      description:
        'The proxies in front of the gateway: how many, or their addresses (`loopback`, `10.0.0.0/8`, comma-separated). Required in production with an https address',
    }),
  MAX_CONNECTIONS: number().integer().min(10).max(1_000_000).default(10_000).meta({
    description:
      'Open connections. A further one is closed at once, so keep it above what balancer and clients need',
  }),
  MAX_CONNECTIONS_PER_NETWORK: number().integer().min(1).max(1_000_000).default(1_000).meta({
    description: 'Open connections of one client network; behind a proxy, its open requests',
  }),
  HEADERS_TIMEOUT_SECONDS: seconds(120)
    .default(10)
    .meta({ description: 'Time for the headers of a request to arrive' }),
  REQUEST_TIMEOUT_SECONDS: seconds(600)
    .default(30)
    .meta({ description: 'Time for a whole request to arrive, body included' }),
  KEEP_ALIVE_SECONDS: seconds(600).default(65).meta({
    description:
      'How long an idle connection is kept. Longer than the balancer does (mostly 60 s), or it meets closed ones',
  }),
  /** The content security policy names its host. */
  STRIPE_JS_URL: setting
    .url("the card provider's script", 'http', 'https')
    .test(
      'not-in-production',
      "the card provider's script cannot be replaced in production",
      (value, { parent }) => !isProduction(parent) || isCardProviderScript(value),
    )
    .default('https://js.stripe.com/v3/'),
};

export type HttpEnv = SettingsOf<typeof httpSettings>;

/** Converts `TRUST_PROXY` to Express's `trust proxy` setting. Unset means no proxy. */
export const toTrustProxySetting = (value: string): number | string[] =>
  /^\d*$/.test(value) ? Number(value) : splitProxies(value);
