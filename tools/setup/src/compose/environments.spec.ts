import { describe, expect, it } from '@jest/globals';
import { allRoles, isProduction } from '@desk/service-kit';
import { readOptions } from '../../../sandbox/src/options.js';
import { readGatewayEnv } from '../../../../services/gateway/src/env.js';
import { readComposeFile, resolveEnvironment } from '../../test/compose-file.js';
import { generateSettings } from './compose-settings.js';
import { formatEnvFile, parseEnvFile } from './env-file.js';
import {
  demoSettings,
  listKnownSettings,
  productionSettings,
  programNames,
  serviceReaders,
  SETTINGS_OF_NO_INSTALLATION,
} from '../../test/service-settings.js';
import { readSeedSettings } from './seed-settings.js';

const services = readComposeFile();
/** Containers get it from the image. */
const IMAGE_SETTINGS = { HEALTH_PORT: '4805' };

const environmentOf = (name: string, env: ReadonlyMap<string, string>): Record<string, string> => {
  const service = services[name];
  if (!service) throw new Error(`${name} is missing in docker-compose.yml`);
  return { ...IMAGE_SETTINGS, ...resolveEnvironment(service, env) };
};

/** Settings that docker-compose.yml passes on to no program. */
const omitted: Readonly<Record<string, string>> = {
  ...SETTINGS_OF_NO_INSTALLATION,
  DKIM_PRIVATE_KEY_FILE: 'containers get DKIM_PRIVATE_KEY',
  HEALTH_PORT: 'set in the image',
  SHUTDOWN_SECONDS: 'fits stop_grace_period',
  REDIS_PREFIX: 'Redis belongs to this installation alone',
};

describe.each(programNames)('the environment of %s', (name) => {
  const known = listKnownSettings(name);
  const passedOn = Object.keys(services[name]?.environment ?? {});

  it('contains every setting that the program reads, and no other', () => {
    expect(known.filter((setting) => !passedOn.includes(setting) && !(setting in omitted))).toEqual([]);
    expect(passedOn.filter((setting) => !known.includes(setting))).toEqual([]);
  });

  it('is complete and valid in the demo, and leaves time to shut down', () => {
    const { SHUTDOWN_SECONDS: seconds } = serviceReaders[name](environmentOf(name, demoSettings));
    const gracePeriod = Number.parseInt(String(services[name]?.['stop_grace_period']));
    expect(gracePeriod).toBeGreaterThanOrEqual(seconds + 5);
  });
});

it('only settings that exist are left out', () => {
  const known = new Set(programNames.flatMap(listKnownSettings));
  expect(Object.keys(omitted).filter((setting) => !known.has(setting))).toEqual([]);
});

describe('the environment in production', () => {
  it.each(programNames)('of %s is complete and valid', (name) => {
    expect(isProduction(serviceReaders[name](environmentOf(name, productionSettings)))).toBe(true);
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

  it('of the sample data is complete and valid in the demo, and contains nothing else', () => {
    const { HEALTH_PORT, ...environment } = environmentOf('seed', demoSettings);
    expect(readSeedSettings(environment)).toEqual(environment);
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
