import { isIP, isIPv4 } from 'node:net';
import { clientNetwork } from './client-network.js';

/**
 * Returns the network of an IP address, for logs and records that must not identify a person: the /24 of IPv4, the /48
 * of IPv6. Anything else is `unknown`.
 */
export function truncateAddress(address: string): string {
  if (isIP(address) === 0) return 'unknown';
  const network = clientNetwork(address);
  if (isIPv4(network)) return `${network.slice(0, network.lastIndexOf('.'))}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
