import { clientNetwork } from '@desk/service-kit';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { plainForwardedFor, toPlainAddress } from './middleware.js';

describe('toPlainAddress', () => {
  it.each([
    ...['203.0.113.9', '203.0.113.9:4711', '"203.0.113.9:4711"', ' "203.0.113.9" ', '::ffff:203.0.113.9'],
    ...['[::ffff:203.0.113.9]:80', '"[::FFFF:203.0.113.9]"', '203.0.113.9:1'],
  ])('reads %j as 203.0.113.9', (entry) => {
    expect(toPlainAddress(entry)).toBe('203.0.113.9');
  });

  it.each([
    ...['2001:db8:1:2::9', '[2001:db8:1:2::9]', '[2001:db8:1:2::9]:443', '"[2001:db8:1:2::9]:443"'],
    ...['[2001:DB8:1:2::9%eth0]:443', '2001:db8:1:2::9%eth0', '"2001:db8:1:2:0:0:0:9"'],
  ])('counts %j to the network 2001:db8:1:2', (entry) => {
    expect(clientNetwork(toPlainAddress(entry))).toBe('2001:db8:1:2');
  });

  it.each(['unknown', '', '_hidden', '203.0.113.9:4711:1', '[203.0.113.999]', '"', 'x'.repeat(60_000)])(
    'leaves what is not an address',
    (entry) => {
      expect(toPlainAddress(entry)).toBe(entry);
    },
  );
});

it('makes every entry of the header plain', () => {
  const request = { headers: { 'x-forwarded-for': '203.0.113.9:1,"[2001:db8::1]:2" , 10.0.0.1' } };
  let isPassedOn = false;
  plainForwardedFor(request as unknown as Request, {} as Response, () => (isPassedOn = true));
  expect(request.headers['x-forwarded-for']).toBe('203.0.113.9, 2001:db8::1, 10.0.0.1');
  expect(isPassedOn).toBe(true);
});
