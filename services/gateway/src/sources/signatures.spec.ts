import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { linkedin } from './linkedin.source.js';
import { meta } from './meta.source.js';
import { isSame, isSigned, type Signature } from './signatures.js';
import { typeform } from './typeform.source.js';

const SECRET = 'secret-of-the-connection';
const body = Buffer.from('{"name":"María"}');
const sign = (text: string | Buffer, encoding: 'hex' | 'base64') =>
  createHmac('sha256', SECRET).update(text).digest(encoding);

const signed: readonly (readonly [string, Signature | undefined, string])[] = [
  ['Meta', meta.signature, `sha256=${sign(body, 'hex')}`],
  ['LinkedIn', linkedin.signature, sign(Buffer.concat([Buffer.from('hmacsha256='), body]), 'hex')],
  ['Typeform', typeform.signature, `sha256=${sign(body, 'base64')}`],
];

describe.each(signed)('a post of %s', (_name, signature, sent) => {
  const check = (header: string | undefined, secret = SECRET, bytes = body) =>
    signature && isSigned(signature, secret, header, bytes);

  it('is known by its signature', () => {
    expect(check(sent)).toBe(true);
  });

  it('is refused without one, with another one, with one of another secret or of another body', () => {
    expect(check(undefined)).toBe(false);
    expect(check('')).toBe(false);
    expect(check('sha256=')).toBe(false);
    expect(check(sent.slice(0, -4))).toBe(false);
    expect(check(`${sent}00`)).toBe(false);
    expect(check(sent, 'another')).toBe(false);
    expect(check(sent, SECRET, Buffer.from('{}'))).toBe(false);
  });
});

it('compares texts of any length', () => {
  expect(isSame('key', 'key')).toBe(true);
  for (const other of ['', 'keys', 'kez']) expect(isSame(other, 'key')).toBe(false);
});
