import { expect, test } from '@jest/globals';
import { getServiceSettings } from './service-settings.js';

const env = {
  PATH: '/bin',
  ACCOUNTS_DATABASE_URL: 'postgres://accounts',
  BILLING_DATABASE_URL: 'postgres://billing',
  LEAD_ROUTER_DATABASE_URL: 'postgres://lead-router',
  LEAD_ROUTER_DATA_KEYS: 'd1:key',
  NOTIFIER_DATABASE_URL: 'postgres://notifier',
};

test('gives each service its own settings, and no others', async () => {
  expect(await getServiceSettings('lead-router', env)).toEqual({
    PATH: '/bin',
    DATABASE_URL: 'postgres://lead-router',
    DATA_KEYS: 'd1:key',
  });
  expect(await getServiceSettings('accounts', env)).toEqual({
    PATH: '/bin',
    DATABASE_URL: 'postgres://accounts',
  });
});

test('names what is missing of another system', async () => {
  const { NOTIFIER_DATABASE_URL: _, ...incomplete } = env;
  await expect(getServiceSettings('accounts', incomplete)).rejects.toThrow('NOTIFIER_DATABASE_URL');
});
