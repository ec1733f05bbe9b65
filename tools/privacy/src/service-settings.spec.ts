import { expect, test } from '@jest/globals';
import { getServiceSettings } from './call-service.js';

const env = {
  PATH: '/bin',
  ACCOUNTS_DATABASE_URL: 'postgres://accounts',
  BILLING_DATABASE_URL: 'postgres://billing',
  LEAD_ROUTER_DATABASE_URL: 'postgres://lead-router',
  LEAD_ROUTER_DATA_KEYS: 'd1:key',
  NOTIFIER_DATABASE_URL: 'postgres://notifier',
  NOTIFIER_DATA_KEYS: 'd1:other',
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

test.each(['NOTIFIER_DATABASE_URL', 'LEAD_ROUTER_DATA_KEYS'])(
  'names a setting of another system that is missing: %s',
  async (name) => {
    const incomplete = { ...env, [name]: undefined };
    await expect(getServiceSettings('accounts', incomplete)).rejects.toThrow(`${name}: missing.`);
  },
);

const missingModule = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from /app/tools/privacy/dist/main.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

test('names every missing setting where no launcher is installed, as in the container image', async () => {
  const load = () => Promise.reject(missingModule('@desk/tool-start'));
  await expect(getServiceSettings('accounts', { PATH: '/bin' }, load)).rejects.toThrow(
    /^ACCOUNTS_DATABASE_URL, .*, LEAD_ROUTER_DATA_KEYS, NOTIFIER_DATA_KEYS: missing\.$/,
  );
});

test('names the package that a broken installation of the launcher lacks', async () => {
  const load = () => Promise.reject(missingModule('pg'));
  await expect(getServiceSettings('accounts', {}, load)).rejects.toThrow("Cannot find package 'pg'");
});

test('takes the settings of the system that was started here', async () => {
  const load = () => Promise.resolve({ getServiceCliEnv: () => ({ DATABASE_URL: 'postgres://here' }) });
  expect(await getServiceSettings('billing', { PATH: '/bin' }, load)).toEqual({
    PATH: '/bin',
    DATABASE_URL: 'postgres://here',
  });
});
