import { describe, expect, it } from '@jest/globals';
import { allRoles, isProduction } from '@desk/service-kit';
import { readOptions } from '../../../sandbox/src/options.js';
import { readGatewayEnv } from '../../../../services/gateway/src/env.js';
import { readComposeFile, resolveEnvironment } from '../../test/compose-file.js';
import { generateSettings } from './compose-settings.js';
import { formatEnvFile, parseEnvFile } from './env-file.js';
import {
  demoSettings,
  productionSettings,
  programNames,
  serviceReaders,
  type SettingsReader,
} from '../../test/service-settings.js';
import { readSeedSettings } from './seed-settings.js';

const readers: Readonly<Record<string, SettingsReader>> = { ...serviceReaders, seed: readSeedSettings };
const services = readComposeFile();
/** Containers get it from the image. */
const IMAGE_SETTINGS = { HEALTH_PORT: '4805' };

const environmentOf = (name: string, env: ReadonlyMap<string, string>): Record<string, string> => {
  const service = services[name];
  if (!service) throw new Error(`${name} is missing in docker-compose.yml`);
  return { ...IMAGE_SETTINGS, ...resolveEnvironment(service, env) };
};

/** A reader accepts a name if it returns the setting, or rejects a senseless value by its name. */
function isAccepted(read: SettingsReader, env: Record<string, string>, name: string): boolean {
  try {
    return name in read(env[name] === undefined ? { ...env, [name]: 'senseless' } : env);
  } catch (error) {
    return (error as Error).message.split(/\s+/).includes(`${name}:`);
  }
}

describe.each(Object.entries(readers))('the environment of %s', (name, read) => {
  const environment = environmentOf(name, demoSettings);

  it('is complete and valid in the demo', () => {
    expect(() => read(environment)).not.toThrow();
  });

  it('contains only settings that the program reads', () => {
    const settings = Object.keys(services[name]?.environment ?? {});
    expect(settings.filter((setting) => !isAccepted(read, environment, setting))).toEqual([]);
  });

  it('is checked: a name with a typo is noticed', () => {
    expect(isAccepted(read, { ...environment, PUBLIC_URLS: 'x' }, 'PUBLIC_URLS')).toBe(false);
  });
});

it.each(programNames)('%s is killed only after it has had time to shut down', (name) => {
  const { SHUTDOWN_SECONDS: seconds } = readers[name]?.(environmentOf(name, demoSettings)) as Record<
    string,
    unknown
  >;
  expect(Number.parseInt(String(services[name]?.['stop_grace_period']))).toBeGreaterThanOrEqual(
    Number(seconds) + 5,
  );
});

describe('the environment in production', () => {
  it.each(programNames)('of %s is complete and valid', (name) => {
    expect(isProduction(readers[name]?.(environmentOf(name, productionSettings)))).toBe(true);
  });

  it('trusts the one proxy in front of the gateway', () => {
    expect(readGatewayEnv(environmentOf('gateway', productionSettings))).toMatchObject({
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://desk.example',
      STRIPE_JS_URL: 'https://js.stripe.com/v3/',
    });
  });

  it('needs real providers', () => {
    const empty = parseEnvFile(formatEnvFile(generateSettings('https://desk.example')));
    expect(() => environmentOf('billing', empty)).toThrow('STRIPE_SECRET_KEY is missing in .env');
    expect(() => environmentOf('notifier', empty)).toThrow('SMTP_URL is missing in .env');
  });
});

describe('the environment of other programs', () => {
  it('gives the migrations the password of every role', () => {
    const { DATABASE_PASSWORDS = '' } = environmentOf('migrate', demoSettings);
    expect(Object.keys(JSON.parse(DATABASE_PASSWORDS) as object).sort()).toEqual([...allRoles].sort());
  });

  it('is read by the sandbox', () => {
    expect(readOptions(environmentOf('sandbox', demoSettings))).toMatchObject({
      host: '0.0.0.0',
      port: 4810,
      smtpPort: 4811,
      stateDir: '/state',
      webhookUrl: 'http://gateway:4800/api/webhooks/stripe',
    });
    expect(() => readOptions(environmentOf('sandbox', productionSettings))).toThrow('NODE_ENV=production');
  });

  it('gives no program the secrets of another', () => {
    const secretsOf = (name: string): string[] =>
      Object.entries(environmentOf(name, demoSettings)).flatMap(([setting, value]) =>
        /MESSAGE_KEYS|DATA_KEYS|CREDENTIAL_KEYS|JWT_KEYS|DATABASE_URL/.test(setting) ? [value] : [],
      );
    const secrets = programNames.flatMap(secretsOf);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const name of Object.keys(services))
      expect(Object.values(environmentOf(name, demoSettings))).not.toContain(demoSettings.get('ROOT_KEYS'));
  });
});
