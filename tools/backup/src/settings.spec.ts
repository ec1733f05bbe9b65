import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { loadLauncher, readBackupKeys, readKept } from './settings.js';

describe('readBackupKeys', () => {
  it('explains how to create a key', () => {
    expect(() => readBackupKeys({})).toThrow('npm run keys -- generate');
  });

  it('encrypts with the first of several keys', () => {
    const toText = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
    expect(readBackupKeys({ BACKUP_KEYS: `${toText('b2')},${toText('b1')}` })[0].id).toBe('b2');
  });

  it('does not repeat a wrong key', () => {
    expect(() => readBackupKeys({ BACKUP_KEYS: 'secret' })).toThrow(/^(?!.*secret)/);
  });
});

describe('readKept', () => {
  it('prefers the option over the setting, and the setting over the default', () => {
    expect(readKept('3', { BACKUP_KEEP: '7' })).toBe(3);
    expect(readKept(undefined, { BACKUP_KEEP: '7' })).toBe(7);
    expect(readKept(undefined, { BACKUP_KEEP: '' })).toBe(35);
  });

  it.each(['0', '-1', '1.5', 'all'])('rejects %s', (text) => {
    expect(() => readKept(text, {})).toThrow('at least 1');
  });
});

describe('loadLauncher', () => {
  const load = (name: string) =>
    loadLauncher('BACKUP_DATABASE_URL', () =>
      Promise.reject(
        Object.assign(new Error(`Cannot find package '${name}' imported from /app/backup.js`), {
          code: 'ERR_MODULE_NOT_FOUND',
        }),
      ),
    );

  it('names the missing setting where no launcher is installed, as in the container image', async () => {
    await expect(load('@desk/tool-start')).rejects.toThrow('BACKUP_DATABASE_URL is missing.');
  });

  it('names the package that a broken installation of the launcher lacks', async () => {
    await expect(load('pg')).rejects.toThrow("Cannot find package 'pg'");
  });
});
