import { DataCipher } from '@desk/service-kit';
import { describe, expect, it } from '@jest/globals';
import { UnsubscribeLinks } from './unsubscribe-links.js';

const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const env = { PUBLIC_URL: 'https://desk.example' };
const links = new UnsubscribeLinks(new DataCipher(key('d1', 1)), env);
const unsubscription = { notice: 'limitReached', userId: '5a0f8a52-8f5c-4f0e-a3a3-4c2f1d0b9e11' } as const;
const url = new URL(links.toUrl(unsubscription));
const token = url.searchParams.get('token') ?? '';

describe('an unsubscribe link', () => {
  it('says whose emails of which kind it turns off', () => {
    expect(url.origin + url.pathname).toBe('https://desk.example/api/notices/unsubscribe');
    expect(links.read(token)).toEqual(unsubscription);
  });

  it('is the same each time, and stays valid while another data key replaces the one that signed it', () => {
    expect(links.toUrl(unsubscription)).toBe(url.href);
    const rotated = new UnsubscribeLinks(new DataCipher(`${key('d2', 2)},${key('d1', 1)}`), env);
    expect(rotated.read(token)).toEqual(unsubscription);
  });

  it.each([
    ['another kind', token.replace('limitReached', 'receipts')],
    ['another user', token.replace('5a0f8a52', '5a0f8a53')],
    ['another signature', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['a part of the signature', token.slice(0, -1)],
    ['a kind that does not exist', token.replace('limitReached', 'security')],
    ['no signature', 'limitReached.5a0f8a52-8f5c-4f0e-a3a3-4c2f1d0b9e11'],
    ['nothing', ''],
  ])('is refused with %s', (_change, changed) => {
    expect(changed).not.toBe(token);
    expect(links.read(changed)).toBeUndefined();
  });

  it('of another system is refused', () => {
    expect(new UnsubscribeLinks(new DataCipher(key('d1', 3)), env).read(token)).toBeUndefined();
  });
});
