import { isIPv6 } from 'node:net';

/**
 * Returns the network that an IP address counts against: the address itself for IPv4, its /64 for IPv6, because a
 * single IPv6 customer usually controls a whole /64.
 */
export function clientNetwork(address: string): string {
  const unmapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(unmapped)) return unmapped;
  const [head = '', tail] = unmapped.toLowerCase().split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - leading.length - trailing.length)).fill('0');
  return [...leading, ...zeros, ...trailing]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
