import { serviceRoles, urlForRole } from '@desk/service-kit';
import { serviceNames } from '@desk/contracts';
import {
  sampleAdmin,
  type Secrets,
  type SystemMode,
  toDemoVapid,
  toMessageKeys,
  toSandboxSlack,
  toSandboxTwilio,
} from '@desk/tool-setup';
import type { Ports } from './ports.js';
import type { RunnableService } from './programs.js';

/** The facts from which the environments of all processes are derived. */
export interface SystemSettings {
  mode: SystemMode;
  ports: Ports;
  secrets: Secrets;
  /** Connects as an administrator to the system's database. */
  adminDatabaseUrl: string;
  redisUrl: string;
  /** The launcher's own environment, with the keys of real providers. */
  env: NodeJS.ProcessEnv;
}

/** Variables that describe the machine. Every process gets them; a provider's key goes only to the service that uses it. */
const MACHINE_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TZ',
  'LANG',
  'LC_ALL',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

/** Optional settings of each service, passed on from the launcher's environment. `RETENTION_*` goes to all of them. */
const OPTIONAL_SETTINGS: Readonly<Record<RunnableService, readonly string[]>> = {
  accounts: [
    'SESSION_IDLE_HOURS',
    'EMAIL_CONFIRMATION_HOURS',
    'RATE_LIMIT_FACTOR',
    'REQUIRE_ADMIN_SECOND_FACTOR',
  ],
  billing: [
    'RATE_LIMIT_FACTOR',
    'STRIPE_TIMEOUT_MS',
    'STRIPE_CALLS_PER_SECOND',
    'PROVIDER_EVENTS_INTERVAL_MS',
    'CHARGE_GIVE_UP_MS',
    'RECONCILIATION_INTERVAL_MINUTES',
    'RECONCILIATION_WINDOW_HOURS',
    'RECONCILIATION_MIN_AGE_SECONDS',
    'REPORTING_TIME_ZONE',
    'BUSINESS_NAME',
    'BUSINESS_ADDRESS',
    'BUSINESS_TAX_ID',
  ],
  'lead-router': ['LEAD_MAX_AGE_HOURS', 'DUPLICATE_WINDOW_DAYS', 'REPORTING_TIME_ZONE'],
  notifier: ['SMTP_TLS', 'WEBHOOK_LOOPBACK'],
  gateway: [
    'TRUST_PROXY',
    'RATE_LIMIT_FACTOR',
    'MAX_CONNECTIONS',
    'MAX_CONNECTIONS_PER_NETWORK',
    'HEADERS_TIMEOUT_SECONDS',
    'REQUEST_TIMEOUT_SECONDS',
    'KEEP_ALIVE_SECONDS',
    'MAX_LIVE_STREAMS',
    'MAX_LIVE_STREAMS_PER_NETWORK',
    'LIVE_SESSION_CHECK_SECONDS',
    'STATISTICS_MAX_AGE_SECONDS',
    'API_DOCS',
    'REPORTING_TIME_ZONE',
  ],
};

const WEBHOOK_PATH = '/api/webhooks/stripe';

/** Returns the named variables that are set and not empty. */
export const pickVariables = (env: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value ? [[name, value]] : [];
    }),
  );

export const pickMachineEnv = (env: NodeJS.ProcessEnv): Record<string, string> =>
  pickVariables(env, MACHINE_VARIABLES);

export const getWebUrl = (ports: Ports, env: NodeJS.ProcessEnv): string =>
  env.PUBLIC_URL || `http://localhost:${ports.web}`;
export const getSandboxUrl = (ports: Ports): string => `http://127.0.0.1:${ports.sandbox}`;

export function buildSandboxEnv(
  { mode, ports, secrets, env }: SystemSettings,
  stateDir: string,
): Record<string, string> {
  return {
    ...pickMachineEnv(env),
    NODE_ENV: mode.nodeEnv,
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_STATE_DIR: stateDir,
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${ports.web}${WEBHOOK_PATH}`,
    SANDBOX_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    SANDBOX_TWILIO_AUTH_TOKEN: toSandboxTwilio(secrets).TWILIO_AUTH_TOKEN,
    SANDBOX_SLACK_CLIENT_ID: toSandboxSlack(secrets).SLACK_CLIENT_ID,
    SANDBOX_SLACK_CLIENT_SECRET: toSandboxSlack(secrets).SLACK_CLIENT_SECRET,
    SANDBOX_PUBLIC_URL: getWebUrl(ports, env),
    SANDBOX_APP_URL: `http://127.0.0.1:${ports.web}`,
    SANDBOX_ALLOWED_ORIGIN: getWebUrl(ports, env),
  };
}

const DKIM_SETTINGS = ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY', 'DKIM_PRIVATE_KEY_FILE', 'DKIM_DOMAIN'];

const TWILIO_SETTINGS = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'TWILIO_MESSAGING_SERVICE_SID',
  'TWILIO_API_BASE',
];

const VAPID_SETTINGS = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'];

const SLACK_SETTINGS = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_API_BASE', 'SLACK_SITE_URL'];

/** The settings of the sandbox or of real providers, by the service that uses them. */
function buildProviderEnv({ mode, ports, secrets, env }: SystemSettings) {
  if (!mode.usesSandbox) {
    return {
      billing: pickVariables(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE']),
      gateway: pickVariables(env, [
        'STRIPE_WEBHOOK_SECRET',
        'STRIPE_PUBLISHABLE_KEY',
        'STRIPE_JS_URL',
        'TWILIO_AUTH_TOKEN',
      ]),
      leadRouter: pickVariables(env, ['META_GRAPH_BASE']),
      notifier: pickVariables(env, [
        'SMTP_URL',
        'MAIL_FROM',
        'ADMIN_NOTICES_TO',
        ...DKIM_SETTINGS,
        ...TWILIO_SETTINGS,
        ...SLACK_SETTINGS,
        ...VAPID_SETTINGS,
      ]),
    };
  }
  const twilio = toSandboxTwilio(secrets);
  return {
    billing: {
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      STRIPE_API_BASE: getSandboxUrl(ports),
    },
    gateway: {
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      STRIPE_JS_URL: `http://localhost:${ports.sandbox}/js/stripe.js`,
      TWILIO_AUTH_TOKEN: twilio.TWILIO_AUTH_TOKEN,
    },
    leadRouter: { META_GRAPH_BASE: getSandboxUrl(ports) },
    notifier: {
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      MAIL_FROM: env.MAIL_FROM || 'Annuity Desk <leads@annuity-desk.test>',
      // Shown in the sandbox's inbox.
      ADMIN_NOTICES_TO: env.ADMIN_NOTICES_TO || sampleAdmin.email,
      // Agents may send their leads to the sandbox.
      WEBHOOK_LOOPBACK: 'allowed',
      ...twilio,
      TWILIO_API_BASE: getSandboxUrl(ports),
      ...toDemoVapid(secrets),
      ...toSandboxSlack(secrets),
      SLACK_API_BASE: getSandboxUrl(ports),
      // The browser opens it.
      SLACK_SITE_URL: `http://localhost:${ports.sandbox}`,
    },
  };
}

/** Builds the environment of one service. Each gets only its own database role and the secrets that it uses. */
export function buildServiceEnv(service: RunnableService, settings: SystemSettings): Record<string, string> {
  const { mode, ports, secrets, adminDatabaseUrl, redisUrl, env } = settings;
  const PUBLIC_URL = getWebUrl(ports, env);
  const providers = buildProviderEnv(settings);
  const ownSettings: Record<RunnableService, Record<string, string>> = {
    accounts: { PUBLIC_URL, CREDENTIAL_KEYS: env.CREDENTIAL_KEYS ?? `c1:${secrets.credentialKey}` },
    billing: providers.billing,
    'lead-router': { ...providers.leadRouter, DATA_KEYS: secrets.dataKeys['lead-router'] },
    notifier: { ...providers.notifier, PUBLIC_URL, DATA_KEYS: secrets.dataKeys.notifier },
    gateway: {
      ...(env.WEB_HOST && { HOST: env.WEB_HOST }),
      PORT: String(ports.web),
      PUBLIC_URL,
      JWT_KEYS: secrets.jwtKeys,
      ...providers.gateway,
    },
  };
  // The gateway has no database.
  const owner = serviceNames.find((name) => name === service);
  const databaseUrl =
    owner && urlForRole(adminDatabaseUrl, serviceRoles[owner].runtimeRole, secrets.databasePasswords);
  return {
    ...pickMachineEnv(env),
    NODE_ENV: mode.nodeEnv,
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    ...(databaseUrl && {
      DATABASE_URL: databaseUrl,
      ...pickVariables(env, ['DATABASE_TLS', 'DATABASE_POOL_SIZE']),
    }),
    REDIS_URL: redisUrl,
    ...(env.REDIS_PREFIX && { REDIS_PREFIX: env.REDIS_PREFIX }),
    MESSAGE_KEYS: toMessageKeys(secrets, service),
    HEALTH_PORT: String(ports[service]),
    ...ownSettings[service],
    ...pickVariables(env, [
      'REDIS_TLS',
      'HEALTH_HOST',
      'SHUTDOWN_SECONDS',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_TRACES_SAMPLER_ARG',
      ...OPTIONAL_SETTINGS[service],
    ]),
    ...pickVariables(
      env,
      Object.keys(env).filter((name) => name.startsWith('RETENTION_')),
    ),
  };
}
