import { isIP, isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the network that an IP address counts as in limits: the address itself for IPv4, its /64 for IPv6, because
 * a single IPv6 customer usually controls a whole /64.
 */
export function clientNetwork(address: string): string {
  const [unzoned = ''] = address.split('%');
  const unmapped = toIPv4(unzoned) ?? unzoned;
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

/** Matches an IPv4-mapped IPv6 address: `::ffff:` or its long form, then the IPv4 part, dotted or as two hex groups. */
const MAPPED = /^(?:::|(?:0{1,4}:){5})ffff:(?:([\d.]{7,15})|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i;

/** Returns the IPv4 address in an IPv4-mapped IPv6 address; undefined for any other address. */
function toIPv4(address: string): string | undefined {
  const [, dotted, high, low] = MAPPED.exec(address) ?? [];
  if (high === undefined || low === undefined) return dotted;
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/**
 * Returns the network of an IP address, for logs and records that must not identify a person: the /24 of IPv4, the /48
 * of IPv6. Returns `unknown` for anything else.
 */
export function truncateAddress(address: string): string {
  if (isIP(address) === 0) return 'unknown';
  const network = clientNetwork(address);
  if (isIPv4(network)) return `${network.slice(0, network.lastIndexOf('.'))}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
