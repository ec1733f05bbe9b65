import { expect, it } from '@jest/globals';
import { truncateAddress } from './client-network.js';

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8:0001:2::9', '2001:db8:1::/48'],
  ['2001:db8::9', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
  ['203.0.113.9.example', 'unknown'],
])('truncates %j to %s', (address, network) => {
  expect(truncateAddress(address)).toBe(network);
});
