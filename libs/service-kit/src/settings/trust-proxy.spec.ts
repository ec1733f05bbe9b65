import { describe, expect, it } from '@jest/globals';
import { findTrustProxyProblem, needsTrustProxy } from './trust-proxy.js';

describe('findTrustProxyProblem', () => {
  it.each([
    ...['0', '1', '5', 'loopback', '10.0.0.0/8, fc00::/7', '192.0.2.7', '2001:db8::1', 'uniquelocal,::1'],
    ...['::ffff:192.0.2.7', '::ffff:10.0.0.0/104'],
  ])('accepts %s', (value) => {
    expect(findTrustProxyProblem(value)).toBeUndefined();
  });

  it.each(['6', '99', '100', '999999999999'])('rejects %s proxies', (value) => {
    expect(findTrustProxyProblem(value)).toBe('must be at most 5 proxies, or their addresses');
  });

  it.each([
    ...['0.0.0.0/0', '::/0', '0.0.0.0/1, 128.0.0.0/1', '10.0.0.0/8, 10.0.0.0/7'],
    ...['::ffff:0:0/96', '0:0:0:0:0:FFFF:0:0/96', '::ffff:128.0.0.0/97', '::ffff:10.0.0.0/103'],
  ])('rejects %s, which includes callers', (value) => {
    expect(findTrustProxyProblem(value)).toBe('must not trust more than a private network');
  });

  it.each(['true', '*', 'all', '-1', '1.5', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', '1,', 'proxy.example'])(
    'rejects %s',
    (value) => {
      expect(findTrustProxyProblem(value)).toContain('must be a number of proxies, or a list of addresses');
    },
  );
});

describe('needsTrustProxy', () => {
  it('is true for https in production', () => {
    expect(needsTrustProxy('production', 'https://desk.example')).toBe(true);
    expect(needsTrustProxy('production', 'http://localhost:4800')).toBe(false);
    expect(needsTrustProxy('development', 'https://desk.example')).toBe(false);
  });
});
