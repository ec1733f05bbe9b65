import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { object, ValidationError } from 'yup';
import { dkimSettings, toDkimKey } from './dkim-settings.js';

const toPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const newRsaKey = (modulusLength: number): string =>
  toPem(generateKeyPairSync('rsa', { modulusLength }).privateKey);
const key = newRsaKey(2_048);
const shortKey = newRsaKey(768);
const otherKey = toPem(generateKeyPairSync('ed25519').privateKey);
const keyFile = join(mkdtempSync(join(tmpdir(), 'dkim-')), 'key.pem');
writeFileSync(keyFile, key);

const MAIL_FROM = 'Annuity Desk <leads@mail.desk.example>';

function listProblems(settings: Record<string, string>): string[] {
  try {
    object(dkimSettings).validateSync({ MAIL_FROM, ...settings }, { abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof ValidationError) return error.inner.map(({ path }) => path ?? '');
    throw error;
  }
}

describe('the DKIM settings', () => {
  it.each<Record<string, string>>([
    {},
    { DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: key },
    { DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: key.replaceAll('\n', '\\n'), DKIM_DOMAIN: 'desk.example' },
    { DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY_FILE: keyFile, DKIM_DOMAIN: 'mail.desk.example' },
  ])('are valid, case %#', (settings) => {
    expect(listProblems(settings)).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['no key', { DKIM_SELECTOR: 's1' }],
    ['no selector', { DKIM_PRIVATE_KEY: key }],
    ['only a domain', { DKIM_DOMAIN: 'desk.example' }],
    ['two keys', { DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: keyFile }],
    ['a selector that is not a DNS name', { DKIM_SELECTOR: 's 1', DKIM_PRIVATE_KEY: key }],
  ])('are refused with %s', (_problem, settings) => {
    expect(listProblems(settings)).toContain('DKIM_SELECTOR');
  });

  it.each([
    ['too short', shortKey],
    ['of another kind', otherKey],
    ['no key at all', 'key'],
  ])('are refused with a key that is %s', (_problem, DKIM_PRIVATE_KEY) => {
    expect(listProblems({ DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY })).toEqual(['DKIM_PRIVATE_KEY']);
  });

  it('are refused with a file that cannot be read', () => {
    const DKIM_PRIVATE_KEY_FILE = `${keyFile}.missing`;
    expect(listProblems({ DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY_FILE })).toEqual(['DKIM_PRIVATE_KEY_FILE']);
  });

  it.each(['other.example', 'k.example', 'more.mail.desk.example', 'desk.example;x'])(
    'are refused with the domain %s, which is not the sender’s',
    (DKIM_DOMAIN) => {
      expect(listProblems({ DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: key, DKIM_DOMAIN })).toContain(
        'DKIM_DOMAIN',
      );
    },
  );

  it('sign for the domain of the sender unless another one is given', () => {
    expect(toDkimKey({ MAIL_FROM, DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY_FILE: keyFile })).toEqual({
      domainName: 'mail.desk.example',
      keySelector: 's1',
      privateKey: key,
    });
    expect(toDkimKey({ MAIL_FROM })).toBeUndefined();
  });
});
