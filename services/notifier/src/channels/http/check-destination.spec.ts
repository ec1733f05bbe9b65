import { describe, expect, it } from '@jest/globals';
import { AddressNotAllowedError, checkDestination, resolveHost } from './check-destination.js';

const { signal } = new AbortController();
const check = (url: string, addresses: readonly string[], allowsLoopback = false) =>
  checkDestination(url, { rules: { allowsLoopback }, signal, resolveHost: () => Promise.resolve(addresses) });

describe('checkDestination', () => {
  it('returns the addresses that were checked', async () => {
    const { url, addresses } = await check('https://crm.example.com/leads', [
      '93.184.215.14',
      '2606:4700::1',
    ]);
    expect(url.href).toBe('https://crm.example.com/leads');
    expect(addresses).toEqual(['93.184.215.14', '2606:4700::1']);
  });

  it.each([
    ['a private address', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['a mapped address', ['::ffff:10.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a private address among public ones', ['93.184.215.14', '192.168.0.1']],
    ['nothing', []],
  ])('refuses a public name that leads to %s', async (_what, addresses) => {
    await expect(check('https://crm.example.com/', addresses)).rejects.toThrow(AddressNotAllowedError);
    await expect(check('https://crm.example.com/', addresses, true)).rejects.toThrow(AddressNotAllowedError);
  });

  it('looks a name up once, so that a later answer cannot differ', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const { addresses } = await checkDestination('https://rebinding.example.com/', {
      rules: { allowsLoopback: false },
      signal,
      resolveHost: () => Promise.resolve(answers.shift() ?? []),
    });
    expect(addresses).toEqual(['93.184.215.14']);
    expect(answers).toHaveLength(1);
  });

  it('allows this machine by its own name only', async () => {
    const { addresses } = await checkDestination('http://localhost:4810/', {
      rules: { allowsLoopback: true },
      signal,
      resolveHost,
    });
    expect(addresses).toEqual(['127.0.0.1']);
    await expect(check('http://localhost:4810/', ['10.0.0.1'], true)).rejects.toThrow(AddressNotAllowedError);
  });

  it.each(['http://crm.example.com/', 'https://2130706433/', 'https://[fd00:ec2::254]/'])(
    'refuses %s, which may have been stored before a rule became stricter',
    async (url) => {
      await expect(check(url, ['93.184.215.14'])).rejects.toThrow(AddressNotAllowedError);
    },
  );
});
