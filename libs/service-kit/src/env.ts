import { parseRedisUrl, redisProtocols } from '@desk/bullmq-transport';
import {
  type AnyObject,
  array,
  type InferType,
  number,
  object,
  type ObjectSchema,
  type ObjectShape,
  string,
  type TypeFromShape,
  ValidationError,
} from 'yup';
import { isHttpsOrLocal } from './settings/public-url.js';
import { tlsSetting } from './tls.js';

const url = (label: string, ...protocols: string[]) =>
  string()
    .required(`${label} is missing`)
    .test('url', `${label} must be a URL (${protocols.join(', ')})`, (value) =>
      URL.canParse(value) ? protocols.includes(new URL(value).protocol.replace(':', '')) : false,
    );

/** Whether a setting is checked for a production system. `parent` holds the other settings. */
export const isProduction = (parent: unknown): boolean =>
  (parent as { NODE_ENV?: string }).NODE_ENV === 'production';

/** Connections of one process to its database. */
export const DEFAULT_POOL_SIZE = 20;
const MIN_POOL_SIZE = 10;
const MAX_POOL_SIZE = 1_000;
/** Connections are closed in the last 5 s. */
const MIN_SHUTDOWN_SECONDS = 6;

/** Builders of environment settings. The label appears in the message about a missing or wrong value. */
export const setting = {
  text: (label: string) => string().trim().label(label).required(`${label} is missing`),
  url,
  /** The site's address, which sessions and links in mails depend on. */
  publicUrl: () =>
    url('the public address of the site', 'http', 'https').test(
      'https-in-production',
      'the public address of the site must be https in production',
      (value, { parent }) => !isProduction(parent) || isHttpsOrLocal(value),
    ),
  port: (label: string) =>
    number()
      .integer()
      .typeError(`${label} must be a port number`)
      .min(1)
      .max(65_535)
      .required(`${label} is missing`),
  /** Whether connections to the server at the URL of another setting must be encrypted. */
  tls: tlsSetting,
  secret: (label: string, minLength = 32) =>
    string()
      .required(`${label} is missing`)
      .min(minLength, `${label} must have at least ${minLength} characters`),
  /** One secret, or several separated by commas while one replaces another. */
  secretList: (label: string, minLength = 32) =>
    array(
      string()
        .trim()
        .required(`${label} must not contain an empty one`)
        .min(minLength, `${label} must have at least ${minLength} characters each`),
    )
      .transform((_value, given: unknown) => String(given).split(','))
      .required(`${label} are missing`),
  /** Connections of one process to its database. Some are kept apart for requests, so there cannot be very few. */
  poolSize: () => number().integer().min(MIN_POOL_SIZE).max(MAX_POOL_SIZE).default(DEFAULT_POOL_SIZE),
  /** Multiplies every request limit, for load tests and demos. */
  rateLimitFactor: () =>
    number()
      .min(1)
      .max(100_000)
      .default(1)
      .test(
        'one-in-production',
        'the factor of request limits must be 1 in production, where they protect accounts and cards',
        (value, { parent }) => !isProduction(parent) || value === 1,
      ),
};

/** Sentinel and Cluster URLs name several hosts, which `URL` cannot parse. */
const redisUrl = string()
  .required('where Redis is is missing')
  .test('redis-url', `where Redis is must be a URL (${redisProtocols.join(', ')})`, (value) => {
    try {
      return parseRedisUrl(value).hosts.length > 0;
    } catch {
      return false;
    }
  });

const commonSettings = {
  NODE_ENV: string().oneOf(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: string().oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  REDIS_URL: redisUrl,
  REDIS_TLS: tlsSetting('REDIS_URL'),
  REDIS_PREFIX: string().default(''),
  MESSAGE_KEYS: setting.secret('the message keys of this service (id:from/to:base64)'),
  /** Base URL of an OpenTelemetry collector. Without it, no spans are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: string().test(
    'url',
    'the OpenTelemetry collector must be an http or https URL',
    (value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
  ),
  /** Share of traces that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: number().min(0).max(1).default(1),
  HEALTH_PORT: setting.port('where health and metrics are served'),
  HEALTH_HOST: string().default('127.0.0.1'),
  /** After SIGTERM: how long running work may take. Longer than the longest job, shorter than the supervisor's patience. */
  SHUTDOWN_SECONDS: number().integer().min(MIN_SHUTDOWN_SECONDS).max(600).default(15),
};
const commonSchema = object(commonSettings).required();
export type CommonEnv = InferType<typeof commonSchema>;

/** Lists wrong or missing settings, one per line. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(
    message: string,
    /** Names of all settings that the program reads, for checks of manifests. */
    readonly knownSettings: readonly string[] = [],
    /** Names of those that are wrong or missing. */
    readonly invalidSettings: readonly string[] = [],
  ) {
    super(message);
  }
}

/** yup's own messages quote the value in backticks; it may be a secret. */
const withoutValue = (message: string): string => (message.includes('`') ? 'is malformed' : message);

/**
 * Reads a service's settings, in addition to those common to all services. Never echoes values: they may be secrets.
 *
 * @throws EnvironmentError naming every wrong or missing setting
 */
export function readEnv<S extends ObjectShape>(
  shape: S,
  source: NodeJS.ProcessEnv = process.env,
): CommonEnv & InferType<ObjectSchema<TypeFromShape<S, AnyObject>>> {
  const schema = commonSchema.shape(shape);
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  try {
    return schema.validateSync(given, { abortEarly: false, stripUnknown: true }) as ReturnType<
      typeof readEnv<S>
    >;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const bySetting = Map.groupBy(error.inner, ({ path }) => path ?? '');
    const lines = [...bySetting].map(([path, [first]]) => `  ${path}: ${withoutValue(first?.message ?? '')}`);
    throw new EnvironmentError(
      `Missing or invalid settings:\n${lines.join('\n')}`,
      Object.keys(schema.fields),
      [...bySetting.keys()],
    );
  }
}
