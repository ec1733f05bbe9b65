import { parseRedisUrl, redisProtocols } from '@desk/bullmq-transport';
import { number, object, type ObjectShape, string, ValidationError } from 'yup';
import { setting, type SettingsOf } from './settings/setting.js';

/** Connections are closed in the last 5 s. */
const MIN_SHUTDOWN_SECONDS = 6;

/** Sentinel and Cluster URLs name several hosts, which `URL` cannot parse. */
const redisUrl = string()
  .required('where Redis is is missing')
  .test('redis-url', `where Redis is must be a URL (${redisProtocols.join(', ')})`, (value) => {
    try {
      return parseRedisUrl(value).hosts.length > 0;
    } catch {
      return false;
    }
  })
  .meta({ description: 'Where Redis is' });

/** Settings of every service. */
export const commonSettings = {
  NODE_ENV: string()
    .oneOf(['development', 'test', 'production'])
    .default('production')
    .meta({ description: 'What is checked at the start; `production` refuses what only a sandbox may do' }),
  LOG_LEVEL: string()
    .oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .meta({ description: 'The least level that is logged' }),
  REDIS_URL: redisUrl,
  REDIS_TLS: setting.tls('REDIS_URL'),
  REDIS_PREFIX: string()
    .default('')
    .meta({ description: 'Begins every key in Redis, so that systems can share a server' }),
  MESSAGE_KEYS: setting.secret('the message keys of this service (id:from/to:base64)'),
  OTEL_EXPORTER_OTLP_ENDPOINT: string()
    .test(
      'url',
      'the OpenTelemetry collector must be an http or https URL',
      (value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    )
    .meta({ description: 'Base URL of an OpenTelemetry collector. Without it, no spans are recorded' }),
  OTEL_TRACES_SAMPLER_ARG: number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: 'Share of traces that are recorded' }),
  HEALTH_PORT: setting.port('where health and metrics are served'),
  HEALTH_HOST: string().default('127.0.0.1').meta({ description: 'The address that HEALTH_PORT listens on' }),
  SHUTDOWN_SECONDS: number().integer().min(MIN_SHUTDOWN_SECONDS).max(600).default(15).meta({
    description:
      "How long running work may take after SIGTERM. Longer than the longest job, shorter than the supervisor's patience",
  }),
};
export type CommonEnv = SettingsOf<typeof commonSettings>;

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
  settings: S,
  source: NodeJS.ProcessEnv = process.env,
): CommonEnv & SettingsOf<S> {
  const schema = object({ ...commonSettings, ...settings });
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  try {
    return schema.validateSync(nonEmpty, { abortEarly: false, stripUnknown: true }) as ReturnType<
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
