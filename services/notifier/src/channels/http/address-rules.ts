import ipaddr from 'ipaddr.js';

/** The only part of the IPv6 space in which addresses of the public internet are assigned. */
const GLOBAL_UNICAST = ipaddr.parse('2000::');
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether an IP address belongs to the public internet. Everything with a special purpose is excluded: private, loopback
 * and link-local addresses, carrier-grade NAT, multicast, what is reserved, and IPv6 addresses that stand for an IPv4
 * address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS);
}

export const isLoopbackAddress = (address: string): boolean => ipaddr.parse(address).range() === 'loopback';
