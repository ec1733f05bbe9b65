import { describe, expect, it } from '@jest/globals';
import { generateSettings } from './compose-settings.js';
import { formatEnvFile, parseEnvFile, updateEnvFile } from './env-file.js';

const text = formatEnvFile(generateSettings());
const read = (file: string) => Object.fromEntries(parseEnvFile(file));

describe('parseEnvFile', () => {
  it.each([
    ["A='x$y #z'", 'x$y #z'],
    ['A="x"', 'x'],
    ['A=x"y"', 'x"y"'],
    ["A='x", "'x"],
    ['A=', ''],
  ])('reads %s as Compose does', (line, value) => {
    expect(read(line)).toEqual({ A: value });
  });
});

describe('updateEnvFile', () => {
  it('changes nothing that is current', () => {
    expect(updateEnvFile(text)).toBe(text);
  });

  it('adds what is missing and keeps everything else', () => {
    const older = `${text.replace(/^REDIS_PASSWORD=.*\n/m, '')}# mine\nLOG_LEVEL=debug\n`;
    const { REDIS_PASSWORD, ...others } = read(updateEnvFile(older));
    expect(REDIS_PASSWORD).toMatch(/^[\w-]{32}$/);
    expect(others).toEqual(read(older));
    expect(updateEnvFile(older)).toContain('# mine\nLOG_LEVEL=debug\n');
  });

  it('adds only passwords and keys, whatever else was removed', () => {
    const production = formatEnvFile(generateSettings('https://desk.example'));
    const changed = production.replaceAll(/^(?:COMPOSE_PROFILES|GATEWAY_PUBLISH|SMTP_URL)=.*\n/gm, '');
    expect(updateEnvFile(changed)).toBe(changed);
  });

  it('derives message keys again from changed root keys', () => {
    const { ROOT_KEYS: other = '' } = read(formatEnvFile(generateSettings()));
    const changed = text.replace(/^ROOT_KEYS=.*$/m, `ROOT_KEYS=${other.replace('r1', 'r2')}`);
    const { BILLING_MESSAGE_KEYS } = read(updateEnvFile(changed));
    expect(BILLING_MESSAGE_KEYS).toMatch(/^r2:/);
  });

  it('rejects a file that is not of this product', () => {
    expect(() => updateEnvFile('A=1\n')).toThrow('ROOT_KEYS is missing.');
  });
});

describe('generateSettings', () => {
  it('uses every secret once', () => {
    const values = Object.entries(read(text)).filter(([name]) => /PASSWORD|KEYS?$|SECRET/.test(name));
    expect(new Set(values.map(([, value]) => value)).size).toBe(values.length);
  });

  it('makes no sample sign-ins and no provider keys for production', () => {
    const production = read(formatEnvFile(generateSettings('https://desk.example')));
    expect(production).toMatchObject({ COMPOSE_PROFILES: 'caddy', STRIPE_SECRET_KEY: '', SMTP_URL: '' });
    expect(production).not.toHaveProperty('ADMIN_PASSWORD');
    expect(production).not.toHaveProperty('STRIPE_API_BASE');
  });
});
