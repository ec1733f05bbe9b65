import { serviceNames, type ServiceName } from '@desk/contracts';
import { allRoles, serviceRoles, verifyRole } from '@desk/service-kit';
import { toSettingName } from '../compose/compose-settings.js';

/** Settings of one program that no one else may see. */
export type SecretData = Readonly<Record<string, string>>;

export interface Servers {
  /** Without a user: `postgres://host:5432/desk`. */
  readonly databaseUrl: string;
  /** Without a password: `rediss://host:6379`, `rediss-sentinel://host,host/primary`. */
  readonly redisUrl: string;
}

/** Also handles URLs with several hosts, which `URL` cannot parse. */
const withCredentials = (url: string, user: string, password: string): string =>
  url.replace('://', `://${user}:${encodeURIComponent(password)}@`);

/** Every service that has these has its own, so in the file their names begin with the service's. */
const PREFIXED_SECRETS = ['MESSAGE_KEYS', 'DATA_KEYS'];

/** Secrets of one service alone. */
const OWN_SECRETS: Readonly<Record<ServiceName | 'gateway', readonly string[]>> = {
  accounts: ['CREDENTIAL_KEYS'],
  billing: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  gateway: ['JWT_KEYS', 'STRIPE_WEBHOOK_SECRET'],
  'lead-router': ['DATA_KEYS'],
  notifier: ['DATA_KEYS', 'SMTP_URL'],
};

/** Secrets of providers that an installation may do without, by the name of their component. One of each list is needed. */
const OPTIONAL_SECRETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'browser-notifications': [['VAPID_PUBLIC_KEY'], ['VAPID_PRIVATE_KEY']],
  'email-signing': [['DKIM_SELECTOR'], ['DKIM_PRIVATE_KEY']],
  slack: [['SLACK_CLIENT_ID'], ['SLACK_CLIENT_SECRET']],
  'text-messages': [
    ['TWILIO_ACCOUNT_SID'],
    ['TWILIO_AUTH_TOKEN'],
    ['TWILIO_FROM', 'TWILIO_MESSAGING_SERVICE_SID'],
  ],
};

/** @throws Error naming what is missing of a provider that is filled in only in part */
function toOptionalSecrets(settings: ReadonlyMap<string, string>): Record<string, SecretData> {
  const present = Object.entries(OPTIONAL_SECRETS).flatMap(([secret, alternatives]) => {
    const data = Object.fromEntries(
      alternatives.flat().flatMap((name) => {
        const value = settings.get(name);
        return value ? [[name, value] as const] : [];
      }),
    );
    if (Object.keys(data).length === 0) return [];
    const missing = alternatives.find((names) => !names.some((name) => name in data));
    if (missing) throw new Error(`${missing.join(' or ')} is missing or empty.`);
    return [[secret, data] as const];
  });
  return Object.fromEntries(present);
}

/**
 * Returns the secrets of each program by its name, and those of optional providers that are filled in, from the settings
 * that `npm run compose:secrets` wrote.
 *
 * @throws Error naming a setting that is missing or empty
 */
export const toSecrets = (
  settings: ReadonlyMap<string, string>,
  servers: Servers,
): Record<string, SecretData> => ({
  ...toRequiredSecrets(settings, servers),
  ...toOptionalSecrets(settings),
});

function toRequiredSecrets(
  settings: ReadonlyMap<string, string>,
  { databaseUrl, redisUrl }: Servers,
): Record<string, SecretData> {
  const required = (name: string): string => {
    const value = settings.get(name);
    if (!value) throw new Error(`${name} is missing or empty.`);
    return value;
  };
  const passwordOf = (role: string): string =>
    required(`${toSettingName(role.replace(/^desk_/, ''))}_PASSWORD`);
  const own = (service: ServiceName | 'gateway'): SecretData =>
    Object.fromEntries(
      ['MESSAGE_KEYS', ...OWN_SECRETS[service]].map((name) => [
        name,
        required(PREFIXED_SECRETS.includes(name) ? `${toSettingName(service)}_${name}` : name),
      ]),
    );
  const redis = { REDIS_URL: withCredentials(redisUrl, 'default', required('REDIS_PASSWORD')) };
  const urlFor = (role: string): string => withCredentials(databaseUrl, role, passwordOf(role));
  return {
    ...Object.fromEntries(
      serviceNames.map((service) => [
        service,
        { DATABASE_URL: urlFor(serviceRoles[service].runtimeRole), ...redis, ...own(service) },
      ]),
    ),
    gateway: { ...redis, ...own('gateway') },
    migrate: {
      DATABASE_URL: withCredentials(databaseUrl, 'postgres', required('POSTGRES_PASSWORD')),
      DATABASE_PASSWORDS: JSON.stringify(
        Object.fromEntries(allRoles.map((role) => [role, passwordOf(role)])),
      ),
    },
    backup: { BACKUP_DATABASE_URL: urlFor(verifyRole), BACKUP_KEYS: required('BACKUP_KEYS') },
    verify: {
      VERIFY_DATABASE_URL: urlFor(verifyRole),
      STRIPE_SECRET_KEY: required('STRIPE_SECRET_KEY'),
    },
  };
}

const DEVELOPMENT_SERVERS: Servers = {
  databaseUrl: 'postgres://postgres:5432/desk',
  redisUrl: 'redis://redis:6379',
};

const pick = (settings: ReadonlyMap<string, string>, ...names: readonly string[]): SecretData =>
  Object.fromEntries(names.map((name) => [name, settings.get(name) ?? '']));

/**
 * Returns the secrets of the demo in a cluster, where PostgreSQL, Redis and the sandbox have some too. Leaves out optional
 * providers, which the sandbox does not simulate there.
 */
export function toDevelopmentSecrets(settings: ReadonlyMap<string, string>): Record<string, SecretData> {
  const secrets = toRequiredSecrets(settings, DEVELOPMENT_SERVERS);
  return {
    ...secrets,
    gateway: { ...secrets['gateway'], ...pick(settings, 'STRIPE_PUBLISHABLE_KEY') },
    postgres: pick(settings, 'POSTGRES_PASSWORD'),
    redis: pick(settings, 'REDIS_PASSWORD'),
    sandbox: { SANDBOX_WEBHOOK_SECRET: settings.get('STRIPE_WEBHOOK_SECRET') ?? '' },
    seed: pick(
      settings,
      'ACCOUNTS_PASSWORD',
      'LEAD_ROUTER_PASSWORD',
      'STRIPE_PUBLISHABLE_KEY',
      'FUNNEL_KEY',
      'ADMIN_PASSWORD',
      'AGENT_PASSWORD',
    ),
  };
}
