import { Script } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.js';
import {
  cvcError,
  expiryError,
  formatExpiry,
  formatNumber,
  numberError,
  zipError,
} from './stripe-js/card-rules.js';
import { buildStripeScript, toPlainScript } from './stripe-js/script.js';
import { canonicalize, parseForm } from './stripe/form-body.js';
import { Table } from './stripe/table.js';

describe('readOptions', () => {
  it('rejects production, invalid ports, and a webhook without a secret', () => {
    expect(() => readOptions({ NODE_ENV: 'production' })).toThrow('must not run with NODE_ENV=production');
    expect(() => readOptions({ SANDBOX_PORT: 'x' })).toThrow('SANDBOX_PORT');
    expect(() => readOptions({ SANDBOX_WEBHOOK_URL: 'http://x/' })).toThrow('SANDBOX_WEBHOOK_SECRET');
    expect(readOptions({}).host).toBe('127.0.0.1');
  });
});

describe('parseForm', () => {
  it('nests by brackets and protects prototypes', () => {
    expect(parseForm('a=1&card[number]=42&expand[]=x&expand[1]=y')).toEqual({
      a: '1',
      card: { number: '42' },
      expand: { 0: 'x', 1: 'y' },
    });
    parseForm('__proto__[polluted]=1');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('has the same canonical form in any order', () => {
    expect(canonicalize(parseForm('a=1&b[c]=2'))).toBe(canonicalize(parseForm('b[c]=2&a=1')));
    expect(canonicalize(parseForm('a=1'))).not.toBe(canonicalize(parseForm('a=2')));
  });
});

describe('Table', () => {
  const table = new Table<{ id: string; object: string; created: number; owner: string }>((row) => [
    row.owner,
  ]);
  for (let i = 0; i < 6; i += 1)
    table.put({ id: `x${i}`, object: 'x', created: i, owner: i % 2 === 0 ? 'even' : 'odd' });
  const ids = (query: Parameters<typeof table.page>[0], key?: string) =>
    table.page(query, key).data.map((row) => row.id);

  it('pages newest first, by key and by time', () => {
    expect(ids({ limit: 2 })).toEqual(['x5', 'x4']);
    expect(table.page({ limit: 2, startingAfter: 'x4' })).toMatchObject({
      data: [{ id: 'x3' }, { id: 'x2' }],
      hasMore: true,
    });
    expect(ids({ limit: 9 }, 'even')).toEqual(['x4', 'x2', 'x0']);
    expect(ids({ limit: 9, created: { gt: -Infinity, gte: 2, lt: 4, lte: Infinity } })).toEqual(['x3', 'x2']);
    expect(table.page({ limit: 3 }, 'odd').hasMore).toBe(false);
  });

  it('excludes a row from a key it no longer has', () => {
    table.put({ id: 'x0', object: 'x', created: 0, owner: 'odd' });
    expect(ids({ limit: 9 }, 'even')).toEqual(['x4', 'x2']);
  });
});

describe('card form', () => {
  const now = new Date(2026, 10, 21);

  it('formats while typing', () => {
    expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(formatNumber('378282246310005')).toBe('3782 822463 10005');
    expect(formatExpiry('1230')).toBe('12 / 30');
    expect(formatExpiry('5')).toBe('05');
  });

  it('reports invalid values', () => {
    expect(numberError('4242')).toBe('Your card number is incomplete.');
    expect(numberError('4242424242424241')).toBe('Your card number is invalid.');
    expect(numberError('4242 4242 4242 4242')).toBe('');
    expect(expiryError('12', now)).toBe("Your card's expiration date is incomplete.");
    expect(expiryError('1026', now)).toBe("Your card's expiration year is in the past.");
    expect(expiryError('1126', now)).toBe('');
    expect(cvcError('12', '4242')).toBe("Your card's security code is incomplete.");
    expect(cvcError('123', '3782')).not.toBe('');
    expect(zipError('1234')).toBe('Your ZIP is incomplete.');
    expect(zipError('12345')).toBe('');
  });

  it('becomes a plain script even if the build puts comments on the same line', () => {
    const built = `/* a */ import { b } from './b.js';\n/** c */ export function d() {}\n//# sourceMappingURL=x.map`;
    expect(toPlainScript(built)).toBe('/* a */ \n/** c */ function d() {}\n');
  });

  it('is one plain script without syntax errors', () => {
    const script = buildStripeScript();
    expect(script).not.toMatch(/^(import|export) /m);
    expect(() => new Script(script)).not.toThrow();
  });
});
