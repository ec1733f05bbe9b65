import { describe, expect, it } from '@jest/globals';
import { allRoles } from '@desk/service-kit';
import { listKnownSettings } from '../../setup/test/service-settings.js';
import { runnableServices, type RunnableService } from './programs.js';
import type { Secrets } from '@desk/tool-setup';
import { buildSandboxEnv, buildServiceEnv, type SystemSettings } from './service-env.js';

const ROOT_KEY = `r1:${Buffer.alloc(32, 7).toString('base64')}`;

const secrets: Secrets = {
  rootKeys: ROOT_KEY,
  credentialKey: 'secret-credential-key',
  dataKeys: { 'lead-router': 'd1:secret-data-of-leads', notifier: 'd1:secret-data-of-deliveries' },
  jwtKeys: 'j1:secret-jwt',
  stripeSecretKey: 'secret-sandbox-card-key',
  stripePublishableKey: 'pk_sandbox',
  stripeWebhookSecret: 'secret-sandbox-webhook',
  funnelKey: 'secret-funnel-key',
  adminPassword: 'secret-admin',
  agentPassword: 'secret-agent',
  databasePasswords: Object.fromEntries(allRoles.map((role) => [role, `secret-${role}`])),
};
const ports = {
  web: 1,
  accounts: 2,
  billing: 3,
  'lead-router': 4,
  notifier: 5,
  gateway: 6,
  sandbox: 7,
  smtp: 8,
  postgres: 9,
  redis: 10,
};
const development: SystemSettings = {
  mode: { nodeEnv: 'development', usesSandbox: true },
  ports,
  secrets,
  adminDatabaseUrl: 'postgres://postgres:secret-postgres@127.0.0.1:9/desk',
  redisUrl: 'redis://127.0.0.1:10',
  env: { PATH: '/bin', AWS_SECRET_ACCESS_KEY: 'secret-of-the-shell' },
};
const production: SystemSettings = {
  ...development,
  mode: { nodeEnv: 'production', usesSandbox: false },
  env: {
    ...development.env,
    STRIPE_SECRET_KEY: 'secret-live-card-key',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'secret-live-webhook',
    SMTP_URL: 'smtps://user:secret-smtp@mail.example',
    MAIL_FROM: 'leads@desk.example',
    PUBLIC_URL: 'https://desk.example',
    TRUST_PROXY: '1',
  },
};

/** Returns the secrets in the environment of a service. */
function listSecrets(service: RunnableService, settings: SystemSettings): string[] {
  const text = Object.values(buildServiceEnv(service, settings)).join('\n');
  return [...text.matchAll(/secret-[\w-]+/g)].map(([secret]) => secret).sort();
}

describe('buildServiceEnv', () => {
  it('gives each service only the secrets that it uses', () => {
    const used = Object.fromEntries(runnableServices.map((name) => [name, listSecrets(name, production)]));
    expect(used).toEqual({
      accounts: ['secret-credential-key', 'secret-desk_accounts'],
      billing: ['secret-desk_billing', 'secret-live-card-key', 'secret-live-webhook'],
      'lead-router': ['secret-data-of-leads', 'secret-desk_lead_router'],
      notifier: ['secret-data-of-deliveries', 'secret-desk_notifier', 'secret-smtp'],
      gateway: ['secret-jwt', 'secret-live-webhook'],
    });
  });

  it('gives no service the root of the message keys', () => {
    for (const name of runnableServices)
      expect(buildServiceEnv(name, production).MESSAGE_KEYS).not.toContain(ROOT_KEY.slice('r1:'.length));
  });

  it('passes NODE_ENV on to every service', () => {
    for (const name of runnableServices) {
      expect(buildServiceEnv(name, production).NODE_ENV).toBe('production');
      expect(buildServiceEnv(name, development).NODE_ENV).toBe('development');
    }
  });

  it.each(runnableServices)('passes on every setting that %s reads', (name) => {
    const known = listKnownSettings(name);
    const env = { WEB_HOST: '0.0.0.0', ...Object.fromEntries(known.map((setting) => [setting, '1'])) };
    const passedOn = buildServiceEnv(name, { ...production, env });
    expect(known.filter((setting) => !(setting in passedOn))).toEqual([]);
  });

  it('points the providers at the sandbox only if it is used', () => {
    expect(buildServiceEnv('billing', development)).toMatchObject({
      STRIPE_SECRET_KEY: 'secret-sandbox-card-key',
      STRIPE_API_BASE: 'http://127.0.0.1:7',
    });
    expect(buildServiceEnv('notifier', development).SMTP_URL).toBe('smtp://127.0.0.1:8');
    expect(buildServiceEnv('billing', production)).not.toHaveProperty('STRIPE_API_BASE');
    expect(buildServiceEnv('gateway', production)).not.toHaveProperty('STRIPE_JS_URL');
    expect(buildServiceEnv('gateway', production)).toMatchObject({
      PUBLIC_URL: 'https://desk.example',
      TRUST_PROXY: '1',
    });
  });
});

describe('buildSandboxEnv', () => {
  it('passes NODE_ENV on, so that the sandbox itself can refuse production', () => {
    expect(buildSandboxEnv(production, '/state').NODE_ENV).toBe('production');
    expect(buildSandboxEnv(development, '/state').NODE_ENV).toBe('development');
  });
});
