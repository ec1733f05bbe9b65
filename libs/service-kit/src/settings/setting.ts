import { timeZone } from '@desk/contracts';
import {
  type AnyObject,
  array,
  type InferType,
  number,
  type ObjectSchema,
  type ObjectShape,
  string,
  type TypeFromShape,
} from 'yup';
import { tlsSetting } from '../tls.js';

const LOCAL_HOST = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Whether session cookies and links in mails are safe with this public address: https, or http on this machine, where
 * they never cross a network.
 */
export function isHttpsOrLocal(publicUrl: string): boolean {
  const url = URL.parse(publicUrl);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname));
}

/** The values of declared settings, such as `SettingsOf<typeof sessionSettings>`. */
export type SettingsOf<S extends ObjectShape> = InferType<ObjectSchema<TypeFromShape<S, AnyObject>>>;

/** Whether a setting is checked for a production system. `parent` holds the other settings. */
export const isProduction = (parent: unknown): boolean =>
  (parent as { NODE_ENV?: string }).NODE_ENV === 'production';

/** Connections of one process to its database. */
export const DEFAULT_POOL_SIZE = 20;
const MIN_POOL_SIZE = 10;
const MAX_POOL_SIZE = 1_000;

/** Builders of settings. The label describes the setting, and appears in the message about a missing or wrong value. */
export const setting = {
  text: (label: string) =>
    string().trim().label(label).required(`${label} is missing`).meta({ description: label }),
  url: (label: string, ...protocols: string[]) =>
    string()
      .required(`${label} is missing`)
      .test('url', `${label} must be a URL (${protocols.join(', ')})`, (value) =>
        URL.canParse(value) ? protocols.includes(new URL(value).protocol.replace(':', '')) : false,
      )
      .meta({ description: label }),
  /** The sandbox's address, used instead of a provider's in development. */
  providerAddress: (provider: string) =>
    string()
      .test(
        'url',
        `the address in place of ${provider}'s must be a URL (http, https)`,
        (value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      )
      .test(
        'not-in-production',
        `${provider}'s address cannot be replaced in production`,
        (value, { parent }) => value === undefined || !isProduction(parent),
      )
      .meta({ description: `The sandbox's address in place of ${provider}'s` }),
  port: (label: string) =>
    number()
      .integer()
      .typeError(`${label} must be a port number`)
      .min(1)
      .max(65_535)
      .required(`${label} is missing`)
      .meta({ description: label }),
  /** Whether connections to the server at the URL of another setting must be encrypted. */
  tls: tlsSetting,
  secret: (label: string, minLength = 32) =>
    string()
      .required(`${label} is missing`)
      .min(minLength, `${label} must have at least ${minLength} characters`)
      .meta({ description: label }),
  /** One secret, or several separated by commas while one replaces another. */
  secretList: (label: string, minLength = 32) =>
    array(
      string()
        .trim()
        .required(`${label} must not contain an empty one`)
        .min(minLength, `${label} must have at least ${minLength} characters each`),
    )
      .transform((_value, original: unknown) => String(original).split(','))
      .required(`${label} are missing`)
      .meta({ description: label }),
};

/** Settings of a service that owns tables. `role` is its role in the database. */
export const databaseSettings = (role: string) => ({
  DATABASE_URL: setting.url(`the database, as the ${role} role`, 'postgres', 'postgresql'),
  DATABASE_TLS: setting.tls('DATABASE_URL'),
  DATABASE_POOL_SIZE: number()
    .integer()
    .min(MIN_POOL_SIZE)
    .max(MAX_POOL_SIZE)
    .default(DEFAULT_POOL_SIZE)
    .meta({
      description:
        'Connections of one process to its database. Some are kept apart for requests, so there cannot be very few',
    }),
});

/** The site's address, which sessions and links in mails depend on. */
export const siteSettings = {
  PUBLIC_URL: setting
    .url('the public address of the site', 'http', 'https')
    .test(
      'https-in-production',
      'the public address of the site must be https in production',
      (value, { parent }) => !isProduction(parent) || isHttpsOrLocal(value),
    )
    .meta({ description: 'The public address of the site, which sessions and links in mails depend on' }),
};

/** The setting of gateway, billing and lead-router, which must have the same value. */
export const reportingZoneSettings = {
  REPORTING_TIME_ZONE: timeZone()
    .default('America/New_York')
    .meta({ description: "Days of admins' reports begin at midnight in this zone" }),
};

export const requestLimitSettings = {
  RATE_LIMIT_FACTOR: number()
    .min(1)
    .max(100_000)
    .default(1)
    .test(
      'one-in-production',
      'the factor of request limits must be 1 in production, where they protect accounts and cards',
      (value, { parent }) => !isProduction(parent) || value === 1,
    )
    .meta({ description: 'Multiplies every request limit, for load tests and demos; 1 in production' }),
};
