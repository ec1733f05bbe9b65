import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allRoles, isProduction } from '@desk/service-kit';
import { renderInstallation } from '../../../manifests/test/overlays.js';
import {
  environmentOf,
  findManifest,
  listSecretSettings,
  type Secrets,
} from '../../../manifests/test/pod-environment.js';
import { readOptions } from '../../../sandbox/src/options.js';
import {
  demoSettings,
  listKnownSettings,
  productionSettings,
  type ProgramName,
  programNames,
  serviceReaders,
  SETTINGS_OF_NO_INSTALLATION,
} from '../../test/service-settings.js';
import { readSeedSettings } from '../compose/seed-settings.js';
import { toDemoVapid } from '../compose/compose-settings.js';
import { toDevelopmentSecrets, toSecrets } from './to-secrets.js';

const twilioAccount = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: '0'.repeat(32) };
/** Secrets of components that an installation may leave out. */
const OPTIONAL_SECRETS: Secrets = {
  'email-signing': {
    DKIM_SELECTOR: 'desk1',
    DKIM_PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 2_048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  },
  'browser-notifications': toDemoVapid({ stripeWebhookSecret: 'whsec_1' }),
  slack: { SLACK_CLIENT_ID: '123.456', SLACK_CLIENT_SECRET: '0'.repeat(32) },
  'text-messages': { ...twilioAccount, TWILIO_FROM: '+15005550006' },
};
const production = renderInstallation('production');
const servers = {
  databaseUrl: 'postgres://postgres.example:5432/desk',
  redisUrl: 'rediss://redis.example:6379',
};
const withSettings = (...added: Readonly<Record<string, string>>[]): Map<string, string> =>
  new Map([...productionSettings, ...added.flatMap(Object.entries<string>)]);
const productionSecrets: Secrets = toSecrets(withSettings(...Object.values(OPTIONAL_SECRETS)), servers);
const development = renderInstallation('development');
const developmentSecrets: Secrets = toDevelopmentSecrets(demoSettings);

const productionEnvironment = (name: ProgramName) =>
  environmentOf(production, findManifest(production, 'Deployment', name), productionSecrets);
const developmentEnvironment = (kind: string, name: string) =>
  environmentOf(development, findManifest(development, kind, name), developmentSecrets);

const base = new URL('../../../../k8s/base/', import.meta.url);
/** Settings that the files have only as comments, with the default value in the comment. */
const listCommentedSettings = (name: ProgramName): Record<string, string> =>
  Object.fromEntries(
    ['settings.env', `${name}/settings.env`].flatMap((file) =>
      [...readFileSync(new URL(file, base), 'utf8').matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
        ([, setting = '', value = '']) => [setting, value] as const,
      ),
    ),
  );

/** Settings that production must not have, or that another setting replaces there. */
const NOT_IN_PRODUCTION: Readonly<Record<string, string>> = {
  ...SETTINGS_OF_NO_INSTALLATION,
  DKIM_PRIVATE_KEY_FILE: 'in place of DKIM_PRIVATE_KEY',
  RATE_LIMIT_FACTOR: 'must be 1',
  STRIPE_API_BASE: 'of the sandbox',
  STRIPE_JS_URL: 'of the sandbox',
  TWILIO_MESSAGING_SERVICE_SID: 'in place of TWILIO_FROM',
};

describe.each(programNames)('the production environment of %s', (name) => {
  const environment = productionEnvironment(name);
  const commented = listCommentedSettings(name);
  const settings = serviceReaders[name](environment) as Readonly<
    Record<string, string | number | boolean | undefined>
  >;

  it('is complete and valid', () => {
    expect(isProduction(settings)).toBe(true);
  });

  it('states every setting that the program reads', () => {
    const missing = listKnownSettings(name).filter(
      (setting) => !(setting in environment) && !(setting in commented) && !(setting in NOT_IN_PRODUCTION),
    );
    expect(missing).toEqual([]);
  });

  it('contains only settings that the program reads', () => {
    const known = listKnownSettings(name);
    expect(
      [...Object.keys(environment), ...Object.keys(commented)].filter((item) => !known.includes(item)),
    ).toEqual([]);
  });

  it('states the defaults of the settings that it does not set', () => {
    const defaults = Object.entries(commented).filter(([setting]) => !(setting in environment));
    expect(defaults).toEqual(defaults.map(([setting]) => [setting, String(settings[setting] ?? '')]));
  });
});

describe('secrets', () => {
  it('of a store are those that the programs need', () => {
    const written = Object.fromEntries(
      Object.entries(productionSecrets).map(([name, data]) => [name, Object.keys(data).sort()]),
    );
    const referenced = listSecretSettings(production);
    expect(Object.fromEntries(Object.entries(referenced).map(([name, keys]) => [name, keys.sort()]))).toEqual(
      written,
    );
  });

  it('of a service reach no other one', () => {
    const own = /MESSAGE_KEYS|DATA_KEYS|CREDENTIAL_KEYS|JWT_KEYS|DATABASE_URL/;
    const values = programNames.flatMap((name) =>
      Object.entries(productionEnvironment(name)).flatMap(([setting, value]) =>
        own.test(setting) ? [value] : [],
      ),
    );
    expect(new Set(values).size).toBe(values.length);
    expect(
      Object.keys(productionEnvironment('gateway')).filter((name) => name.startsWith('TWILIO_')),
    ).toEqual(['TWILIO_AUTH_TOKEN']);
  });

  it('never include the root key', () => {
    expect(JSON.stringify([productionSecrets, production])).not.toContain(
      productionSettings.get('ROOT_KEYS'),
    );
  });

  it('of optional components may be missing', () => {
    const required = Object.fromEntries(
      Object.entries(productionSecrets).filter(([secret]) => !(secret in OPTIONAL_SECRETS)),
    );
    for (const name of ['notifier', 'gateway'] as const) {
      const environment = environmentOf(production, findManifest(production, 'Deployment', name), required);
      expect(() => serviceReaders[name](environment)).not.toThrow();
    }
  });

  it.each(Object.entries(OPTIONAL_SECRETS))('of %s are written if they are filled in', (secret, data) => {
    expect(toSecrets(withSettings(data), servers)).toEqual({
      ...toSecrets(productionSettings, servers),
      [secret]: data,
    });
    const empty = Object.fromEntries(Object.keys(data).map((name) => [name, '']));
    expect(toSecrets(withSettings(empty), servers)).not.toHaveProperty([secret]);
  });

  it('of text messages may name a messaging service instead of a number', () => {
    const service = { ...twilioAccount, TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}` };
    expect(toSecrets(withSettings(service), servers)['text-messages']).toEqual(service);
    expect(() => toSecrets(withSettings(twilioAccount), servers)).toThrow(
      'TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID is missing or empty.',
    );
  });

  it('that are missing are named', () => {
    for (const name of ['STRIPE_SECRET_KEY', 'LEAD_ROUTER_DATA_KEYS', 'BILLING_MESSAGE_KEYS'])
      expect(() => toSecrets(withSettings({ [name]: '' }), servers)).toThrow(`${name} is missing or empty.`);
    expect(() => toSecrets(withSettings({ SLACK_CLIENT_ID: '123.456' }), servers)).toThrow(
      'SLACK_CLIENT_SECRET is missing or empty.',
    );
  });
});

describe('the development environment', () => {
  it.each(programNames)('of %s is complete and valid', (name) => {
    expect(serviceReaders[name](developmentEnvironment('Deployment', name))).toMatchObject({
      NODE_ENV: 'development',
    });
  });

  it('of the sandbox and the sample data is complete and valid', () => {
    expect(readOptions(developmentEnvironment('Deployment', 'sandbox'))).toMatchObject({
      port: 4810,
      smtpPort: 4811,
    });
    expect(() => readSeedSettings(developmentEnvironment('Job', 'seed'))).not.toThrow();
  });

  it('of the migrations has the password of every role', () => {
    const { DATABASE_PASSWORDS = '' } = developmentEnvironment('Job', 'migrate');
    expect(Object.keys(JSON.parse(DATABASE_PASSWORDS) as object).sort()).toEqual([...allRoles].sort());
  });
});
