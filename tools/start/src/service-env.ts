import { serviceRoles, urlForRole } from '@desk/service-kit';
import { serviceNames } from '@desk/contracts';
import type { Ports } from './ports.js';
import type { RunnableService } from './process-names.js';
import type { Secrets } from './secrets.js';

/** What the parts of the system need to know of each other. */
export interface Surroundings {
  ports: Ports;
  secrets: Secrets;
  /** The administrator's, naming the database of the system. */
  adminDatabaseUrl: string;
  redisUrl: string;
  /** The environment of the launcher: real providers' keys and the like. */
  given: NodeJS.ProcessEnv;
}

// Of the launcher's environment a process gets what the machine needs, and no key that is meant for another one.
const ofTheMachine = [
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

const pick = (env: NodeJS.ProcessEnv, chosen: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value && chosen(name) ? [[name, value]] : [])),
  );

export const machineEnv = (env: NodeJS.ProcessEnv): Record<string, string> =>
  pick(env, (name) => ofTheMachine.includes(name));

/** Which stand-ins are needed: a part for which there is a real provider's key has none. */
export const standIns = (given: NodeJS.ProcessEnv) => ({
  cards: !given.STRIPE_SECRET_KEY,
  mail: !given.SMTP_URL,
});

export const usesSandbox = (given: NodeJS.ProcessEnv): boolean =>
  standIns(given).cards || standIns(given).mail;

export const webUrlOf = (ports: Ports, given: NodeJS.ProcessEnv): string =>
  given.PUBLIC_URL ?? `http://localhost:${ports.web}`;
export const sandboxUrlOf = (ports: Ports): string => `http://127.0.0.1:${ports.sandbox}`;

/** Where the card provider sends its events. */
const webhookPath = '/api/webhooks/stripe';

export function sandboxEnv(
  { ports, secrets, given }: Surroundings,
  stateDir: string,
): Record<string, string> {
  return {
    ...machineEnv(given),
    NODE_ENV: 'development',
    LOG_LEVEL: given.LOG_LEVEL ?? 'info',
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_SMTP_PORT: String(ports.smtp),
    SANDBOX_STATE_DIR: stateDir,
    SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${ports.web}${webhookPath}`,
    SANDBOX_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    SANDBOX_ALLOWED_ORIGIN: webUrlOf(ports, given),
  };
}

function cardProviderEnv({ ports, secrets, given }: Surroundings) {
  const sandboxed = standIns(given).cards;
  return {
    secret: sandboxed
      ? { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_API_BASE: sandboxUrlOf(ports) }
      : pick(given, (name) => ['STRIPE_SECRET_KEY', 'STRIPE_API_BASE'].includes(name)),
    webhook: { STRIPE_WEBHOOK_SECRET: given.STRIPE_WEBHOOK_SECRET ?? secrets.stripeWebhookSecret },
    page: sandboxed
      ? {
          STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
          STRIPE_JS_URL: `http://localhost:${ports.sandbox}/js/stripe.js`,
        }
      : pick(given, (name) => ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_JS_URL'].includes(name)),
  };
}

/** Settings of a service that the environment of the launcher may change. */
const tunable: Readonly<Record<RunnableService, readonly string[]>> = {
  accounts: ['SESSION_IDLE_HOURS', 'RATE_LIMIT_FACTOR'],
  billing: ['STRIPE_TIMEOUT_MS', 'CHARGE_GIVE_UP_MS'],
  'lead-router': ['LEAD_MAX_AGE_HOURS', 'DUPLICATE_WINDOW_DAYS'],
  notifier: [],
  gateway: ['TRUST_PROXY'],
};

/** The environment of one service: what all have, its own role's database, and what it alone needs. */
export function serviceEnv(service: RunnableService, around: Surroundings): Record<string, string> {
  const { ports, secrets, adminDatabaseUrl, redisUrl, given } = around;
  const PUBLIC_URL = webUrlOf(ports, given);
  const cards = cardProviderEnv(around);
  const own: Record<RunnableService, Record<string, string>> = {
    accounts: { JWT_SECRET: secrets.jwtSecret, PUBLIC_URL },
    billing: { ...cards.secret, ...cards.webhook },
    'lead-router': {},
    notifier: {
      ...pick(given, (name) => /^(TWILIO|SLACK)_/.test(name)),
      SMTP_URL: given.SMTP_URL ?? `smtp://127.0.0.1:${ports.smtp}`,
      MAIL_FROM: given.MAIL_FROM ?? 'Annuity Desk <leads@annuity-desk.test>',
      PUBLIC_URL,
    },
    gateway: {
      ...(given.WEB_HOST && { HOST: given.WEB_HOST }),
      PORT: String(ports.web),
      PUBLIC_URL,
      JWT_SECRET: secrets.jwtSecret,
      ...cards.page,
    },
  };
  const role = serviceNames.find((name) => name === service);
  const database =
    role && urlForRole(adminDatabaseUrl, serviceRoles[role].runtimeRole, secrets.databasePasswords);
  return {
    ...machineEnv(given),
    NODE_ENV: 'development',
    LOG_LEVEL: given.LOG_LEVEL ?? 'info',
    ...(database && { DATABASE_URL: database }),
    REDIS_URL: redisUrl,
    ...(given.REDIS_PREFIX && { REDIS_PREFIX: given.REDIS_PREFIX }),
    MESSAGE_KEYS: `k1:${secrets.messageKey}`,
    HEALTH_PORT: String(ports[service]),
    ...own[service],
    ...pick(given, (name) => tunable[service].includes(name)),
  };
}
