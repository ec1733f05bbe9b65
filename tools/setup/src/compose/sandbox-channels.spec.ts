import { describe, expect, it } from '@jest/globals';
import { buildSandboxEnv, buildServiceEnv, type SystemSettings } from '../../../start/src/service-env.js';
import { readComposeFile, resolveEnvironment } from '../../test/compose-file.js';
import { demoSettings } from '../../test/service-settings.js';
import { generateSecrets } from '../secrets.js';

type Environment = Readonly<Record<string, string>>;

const services = readComposeFile();
const composeEnvironment = (name: string): Environment => {
  const service = services[name];
  if (!service) throw new Error(`${name} is missing in docker-compose.yml`);
  return resolveEnvironment(service, demoSettings);
};

const launcher: SystemSettings = {
  mode: { usesSandbox: true, nodeEnv: 'development' },
  ports: {
    web: 4800,
    sandbox: 4810,
    smtp: 4811,
    postgres: 4820,
    redis: 4821,
    accounts: 4830,
    billing: 4831,
    'lead-router': 4832,
    notifier: 4833,
    gateway: 4834,
  },
  secrets: generateSecrets(),
  adminDatabaseUrl: 'postgres://postgres@127.0.0.1:4820/desk',
  redisUrl: 'redis://127.0.0.1:4821',
  env: {},
};

const CHANNEL_SETTING = /^(SANDBOX_)?(TWILIO|SLACK|ADMIN_NOTICES|SMTP_URL|MAIL_FROM)/;
const listChannelSettings = (environment: Environment): string[] =>
  Object.keys(environment)
    .filter((name) => CHANNEL_SETTING.test(name) && environment[name] !== '')
    .sort();

describe("Compose's demo", () => {
  it.each(['notifier', 'gateway'] as const)('gives %s the channels that npm start gives it', (service) => {
    const names = listChannelSettings(buildServiceEnv(service, launcher));
    expect(names.length).toBeGreaterThan(0);
    expect(listChannelSettings(composeEnvironment(service))).toEqual(names);
  });

  it('gives the sandbox the accounts that npm start gives it', () => {
    const names = listChannelSettings(buildSandboxEnv(launcher, '/state'));
    expect(names).toEqual([
      'SANDBOX_SLACK_CLIENT_ID',
      'SANDBOX_SLACK_CLIENT_SECRET',
      'SANDBOX_TWILIO_AUTH_TOKEN',
    ]);
    expect(listChannelSettings(composeEnvironment('sandbox'))).toEqual(names);
  });

  it.each([
    [
      'npm start',
      (name: 'notifier' | 'gateway') => buildServiceEnv(name, launcher),
      buildSandboxEnv(launcher, '/state'),
    ],
    ['Compose', composeEnvironment, composeEnvironment('sandbox')],
  ])('has one Twilio account and one Slack app with %s', (_name, environmentOf, sandbox) => {
    const notifier = environmentOf('notifier');
    expect(sandbox['SANDBOX_TWILIO_AUTH_TOKEN']).toBe(notifier['TWILIO_AUTH_TOKEN']);
    expect(environmentOf('gateway')['TWILIO_AUTH_TOKEN']).toBe(notifier['TWILIO_AUTH_TOKEN']);
    expect(sandbox['SANDBOX_SLACK_CLIENT_ID']).toBe(notifier['SLACK_CLIENT_ID']);
    expect(sandbox['SANDBOX_SLACK_CLIENT_SECRET']).toBe(notifier['SLACK_CLIENT_SECRET']);
  });
});
