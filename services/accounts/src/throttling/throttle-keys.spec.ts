import { describe, expect, it } from '@jest/globals';
import { network, throttleKey } from './throttle-keys.js';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ])('%s is %s', (address, expected) => {
    expect(network(address)).toBe(expected);
  });
});

describe('a key', () => {
  it('tells its parts apart and shows none of them', () => {
    expect(throttleKey('x', 'ab', 'c')).not.toBe(throttleKey('x', 'a', 'bc'));
    expect(throttleKey('sign-in', 'ada@example.com')).not.toMatch(/ada/);
  });
});
