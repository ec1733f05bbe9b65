import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { allRoles } from '@desk/service-kit';
import { readBackupKeys, readKept, readPasswords } from './settings.js';

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

describe('readPasswords', () => {
  const passwords = Object.fromEntries(allRoles.map((role) => [role, 'p']));

  it('needs the password of every role', () => {
    expect(readPasswords(JSON.stringify(passwords))).toEqual(passwords);
    expect(() => readPasswords(JSON.stringify({ ...passwords, desk_verify: '' }))).toThrow('desk_verify');
    expect(() => readPasswords('{')).toThrow('DATABASE_PASSWORDS must be');
  });
});
