import { randomBytes, createECDH, createHash } from 'node:crypto';
import { senderNames } from '@desk/contracts';
import { toMessageKeys } from '../key-rotation.js';
import { generateSecrets, generateToken, type Secrets } from '../secrets.js';
import { sampleAdmin } from '../seed.js';

/** Settings that belong together in `.env`, under a comment. */
export interface Section {
  readonly comment: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Returns the name of a role or service as part of the name of a setting. */
export const toSettingName = (name: string): string => name.toUpperCase().replaceAll('-', '_');

/**
 * Returns `<SERVICE>_MESSAGE_KEYS` of each service. Derived again for each release, because links between services can
 * change.
 */
export const deriveMessageKeys = (rootKeys: string): Record<string, string> =>
  Object.fromEntries(
    senderNames.map((name) => [
      `${toSettingName(name)}_MESSAGE_KEYS`,
      toMessageKeys({ rootKeys, jwtKeys: '' }, name),
    ]),
  );

const DEMO_SITE: Section = {
  comment: 'The demo: the sandbox stands in for every provider.',
  settings: {
    COMPOSE_PROFILES: 'sandbox',
    NODE_ENV: 'development',
    PUBLIC_URL: 'http://localhost:4800',
    TRUST_PROXY: '0',
  },
};

const demoProviders = (secrets: Secrets): Section => ({
  comment: 'The sandbox.',
  settings: {
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
    STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
    STRIPE_API_BASE: 'http://sandbox:4810',
    STRIPE_JS_URL: 'http://localhost:4810/js/stripe.js',
    SMTP_URL: 'smtp://sandbox:4811',
    MAIL_FROM: 'Annuity Desk <leads@annuity-desk.test>',
    ADMIN_NOTICES_TO: sampleAdmin.email,
    ...toSandboxTwilio(secrets),
    TWILIO_API_BASE: 'http://sandbox:4810',
    META_GRAPH_BASE: 'http://sandbox:4810',
    ...toSandboxSlack(secrets),
    SLACK_API_BASE: 'http://sandbox:4810',
    // The browser opens it.
    SLACK_SITE_URL: 'http://localhost:4810',
    ...toDemoVapid(secrets),
  },
});

const demoAccounts = (secrets: Secrets): Section => ({
  comment: 'The sample sign-ins and the key of the sample funnel.',
  settings: {
    ADMIN_PASSWORD: secrets.adminPassword,
    AGENT_PASSWORD: secrets.agentPassword,
    FUNNEL_KEY: secrets.funnelKey,
  },
});

const productionSite = (publicUrl: string): Section => ({
  comment: 'The site, behind one proxy: Caddy. The gateway itself gets no fixed port.',
  settings: {
    COMPOSE_PROFILES: 'caddy',
    NODE_ENV: 'production',
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    GATEWAY_PUBLISH: '127.0.0.1:',
  },
});

const PRODUCTION_PROVIDERS: Section = {
  comment: 'Your card provider and your mail server. Nothing starts until these are filled in.',
  settings: {
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    SMTP_URL: '',
    MAIL_FROM: '',
  },
};

const PRODUCTION_BUSINESS: Section = {
  comment:
    'Who sells, as receipts print it; lines of the address are separated by semicolons. The tax ID is optional.',
  settings: { BUSINESS_NAME: '', BUSINESS_ADDRESS: '', BUSINESS_TAX_ID: '' },
};

const passwords = ({ databasePasswords }: Secrets): Section => ({
  comment: 'Passwords of the administrator of PostgreSQL, of Redis and of the database roles.',
  settings: {
    POSTGRES_PASSWORD: generateToken(24),
    REDIS_PASSWORD: generateToken(24),
    ...Object.fromEntries(
      Object.entries(databasePasswords).map(([role, password]) => [
        `${toSettingName(role.replace(/^desk_/, ''))}_PASSWORD`,
        password,
      ]),
    ),
  },
});

const keys = (secrets: Secrets): readonly Section[] => [
  {
    comment:
      'Keys of stored data. Without them the data cannot be read by anybody: keep a copy apart from backups.',
    settings: {
      CREDENTIAL_KEYS: `c1:${secrets.credentialKey}`,
      LEAD_ROUTER_DATA_KEYS: secrets.dataKeys['lead-router'],
      NOTIFIER_DATA_KEYS: secrets.dataKeys.notifier,
    },
  },
  {
    comment: 'Keys of backups. Without them no backup can be restored: keep a copy apart from the backups.',
    settings: { BACKUP_KEYS: `b1:${randomBytes(32).toString('base64')}` },
  },
  {
    comment:
      'Keys of session cookies and messages. ROOT_KEYS reaches no container; `--update` derives the others from it.',
    settings: {
      JWT_KEYS: secrets.jwtKeys,
      ROOT_KEYS: secrets.rootKeys,
      ...deriveMessageKeys(secrets.rootKeys),
    },
  },
];

/** Returns passwords and keys, which every installation needs. */
export const toSecretSettings = (secrets: Secrets): readonly Section[] => [
  passwords(secrets),
  ...keys(secrets),
];

/** Returns the settings of a new installation: the demo, or with a public address one with real providers. */
export function generateSettings(publicUrl?: string): readonly Section[] {
  const secrets = generateSecrets();
  const site =
    publicUrl === undefined
      ? [DEMO_SITE, demoProviders(secrets), demoAccounts(secrets)]
      : [productionSite(publicUrl), PRODUCTION_PROVIDERS, PRODUCTION_BUSINESS];
  return [...site, ...toSecretSettings(secrets)];
}

type Source = Pick<Secrets, 'stripeWebhookSecret'>;

/** The sandbox's Twilio account, derived so that it needs no secret of its own. */
export function toSandboxTwilio({ stripeWebhookSecret }: Source) {
  const digits = createHash('sha256').update(`twilio ${stripeWebhookSecret}`).digest('hex');
  return {
    TWILIO_ACCOUNT_SID: `AC${digits.slice(32)}`,
    TWILIO_AUTH_TOKEN: digits.slice(0, 32),
    TWILIO_FROM: '+15005550006',
  };
}

/** The sandbox's Slack app, derived like its Twilio account. */
export function toSandboxSlack({ stripeWebhookSecret }: Source) {
  const digits = createHash('sha256').update(`slack ${stripeWebhookSecret}`).digest('hex');
  return { SLACK_CLIENT_ID: '1000000000.2000000000', SLACK_CLIENT_SECRET: digits.slice(0, 32) };
}

/** Keys of browser notifications, derived likewise: a browser that allowed them keeps its permission over restarts. */
export function toDemoVapid({ stripeWebhookSecret }: Source) {
  const privateKey = createHash('sha256').update(`vapid ${stripeWebhookSecret}`).digest();
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'),
    // Not `pair.getPrivateKey`, which leaves out leading zeros: one key in 256 would be too short.
    VAPID_PRIVATE_KEY: privateKey.toString('base64url'),
  };
}
