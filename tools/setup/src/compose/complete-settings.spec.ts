import { expect, it } from '@jest/globals';
import { readComposeFile } from '../../test/compose-file.js';
import { listKnownSettings, programNames, SETTINGS_OF_NO_INSTALLATION } from '../../test/service-settings.js';

const services = readComposeFile();

/** Fixed by the image and by docker-compose.yml itself. */
const FIXED_SETTINGS: Readonly<Record<string, string>> = {
  DKIM_PRIVATE_KEY_FILE: 'containers get DKIM_PRIVATE_KEY',
  HEALTH_PORT: 'set in the image',
  SHUTDOWN_SECONDS: 'fits stop_grace_period',
  REDIS_PREFIX: 'Redis belongs to this installation alone',
};
const omitted = { ...SETTINGS_OF_NO_INSTALLATION, ...FIXED_SETTINGS };

it.each(programNames)('docker-compose.yml passes on every setting of %s', (name) => {
  const passedOn = Object.keys(services[name]?.environment ?? {});
  const missing = listKnownSettings(name).filter(
    (setting) => !passedOn.includes(setting) && !(setting in omitted),
  );
  expect(missing).toEqual([]);
});

it('only settings that exist are left out', () => {
  const known = new Set(programNames.flatMap(listKnownSettings));
  expect(Object.keys(omitted).filter((setting) => !known.has(setting))).toEqual([]);
});
