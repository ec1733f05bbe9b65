import { BlockList, isIP } from 'node:net';

const MAX_PROXIES = 5;
/** Ranges that Express knows by name. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
/** The largest private ranges, 10.0.0.0/8 and fc00::/7. A wider range would include callers. */
const MIN_PREFIX_LENGTHS: Readonly<Record<number, number>> = { 4: 8, 6: 7 };
const MAX_PREFIX_LENGTHS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };
/** Of IPv4-mapped addresses, whose ranges Express applies to IPv4 callers: 10.0.0.0/8 in that form. */
const MIN_MAPPED_PREFIX_LENGTH = 96 + 8;
const mappedAddresses = new BlockList();
mappedAddresses.addSubnet('::ffff:0:0', 96, 'ipv6');

export const splitProxies = (trustProxy: string): string[] =>
  trustProxy.split(',').map((address) => address.trim());

/**
 * Returns what is wrong with a value of TRUST_PROXY, or undefined. TRUST_PROXY names the proxies in front of
 * the gateway: how many, or their addresses. A wrong value lets callers choose the address they are rate
 * limited by.
 */
export function findTrustProxyProblem(trustProxy: string): string | undefined {
  if (/^\d+$/.test(trustProxy)) {
    return Number(trustProxy) <= MAX_PROXIES
      ? undefined
      : `must be at most ${MAX_PROXIES} proxies, or their addresses`;
  }
  return splitProxies(trustProxy).map(findAddressProblem).find(Boolean);
}

function findAddressProblem(address: string): string | undefined {
  if (NAMED_RANGES.includes(address)) return undefined;
  const [ip = '', prefix, ...rest] = address.split('/');
  const version = isIP(ip);
  const prefixLength = prefix === undefined ? MAX_PREFIX_LENGTHS[version] : parsePrefix(prefix);
  const isValid = prefixLength !== undefined && prefixLength <= (MAX_PREFIX_LENGTHS[version] ?? -1);
  if (!isValid || rest.length > 0)
    return 'must be a number of proxies, or a list of addresses such as loopback or 10.0.0.0/8';
  const isMapped = version === 6 && mappedAddresses.check(ip, 'ipv6');
  const minPrefixLength = isMapped ? MIN_MAPPED_PREFIX_LENGTH : (MIN_PREFIX_LENGTHS[version] ?? 0);
  if (prefixLength < minPrefixLength) return 'must not trust more than a private network';
  return undefined;
}

const parsePrefix = (prefix: string): number | undefined =>
  /^\d{1,3}$/.test(prefix) ? Number(prefix) : undefined;

/** Whether TRUST_PROXY must be set: the gateway itself speaks http, so https means that a proxy is in front of it. */
export const needsTrustProxy = (nodeEnv: string, publicUrl: string): boolean =>
  nodeEnv === 'production' && URL.parse(publicUrl)?.protocol === 'https:';

export const MISSING_TRUST_PROXY =
  'is missing; with an https address, set it to the number of proxies in front of the gateway, or to their addresses';
