import { isIP } from 'node:net';
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

export interface UrlRules {
  /** Whether endpoints on this machine are allowed, also without TLS. Never in production. */
  readonly allowsLoopback: boolean;
}

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1_024;

/** Returns the host as it is looked up: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Whether the host is `localhost` or a loopback address. Other names are not looked up. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && isLoopbackAddress(host));
}

/**
 * Returns what is wrong with an endpoint's address, as a sentence for the agent; undefined if it may be used. The IP
 * addresses of a name are checked when it is looked up. `URL` has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
 */
export function findUrlProblem(address: string, { allowsLoopback }: UrlRules): string | undefined {
  const url = URL.parse(address);
  if (!url) return 'Enter a web address, such as https://example.com/leads';
  const host = hostOf(url);
  const isAllowedLoopback = allowsLoopback && isLoopbackHost(host);
  if (url.protocol !== 'https:' && !(isAllowedLoopback && url.protocol === 'http:'))
    return 'The address must start with https://';
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password';
  const port = Number(url.port || (url.protocol === 'https:' ? HTTPS_PORT : 80));
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) return 'Use port 443, or one from 1024';
  if (isAllowedLoopback) return undefined;
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))
    return 'The address must be on the public internet';
  return undefined;
}

/** Names that exist only inside a network. */
const isLocalName = (host: string): boolean => {
  const name = host.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa)$/.test(name);
};
