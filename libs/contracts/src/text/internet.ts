import { readPlainLine } from './plain.js';
import { isPlaceholder } from './placeholders.js';
import { andThen, type Reading, refuse } from './reading.js';

const NO_URL = 'Must be a web address that begins with https://';
const NO_IP = 'Must be a public IP address';
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** Reads the address of a web page and returns it unchanged. */
export const readUrl = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    const url = line.length <= 4_000 && !line.includes(' ') ? URL.parse(line) : null;
    const isPage =
      url !== null &&
      /^https?:\/\//i.test(line) &&
      HOST.test(url.hostname) &&
      url.username === '' &&
      url.password === '';
    return isPage ? line : refuse(NO_URL);
  });

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
/**
 * Refuses unspecified, private, loopback, link-local, shared, multicast and reserved addresses (RFC 6890), but not
 * those for documentation, which examples use.
 */
const isPublicIpv4 = ([a = 0, b = 0]: readonly number[]): boolean =>
  a !== 0 &&
  a !== 10 &&
  a !== 127 &&
  a < 224 &&
  !(a === 100 && b >= 64 && b < 128) &&
  !(a === 169 && b === 254) &&
  !(a === 172 && b >= 16 && b < 32) &&
  !(a === 192 && b === 168);

/** Reads a person's public IP address. IPv6 is returned in its short form (RFC 5952). */
export const readIpAddress = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    if (line.length > 45) return refuse(NO_IP);
    const mapped = /^::ffff:([\d.]+)$/i.exec(line)?.[1] ?? line;
    const parts = IPV4.exec(mapped)?.slice(1);
    if (parts) {
      const bytes = parts.map(Number);
      const isPlain = bytes.every((byte, at) => byte < 256 && String(byte) === parts[at]);
      return isPlain && isPublicIpv4(bytes) ? mapped : refuse(NO_IP);
    }
    const address = line.includes(':') ? URL.parse(`http://[${line}]/`)?.hostname.slice(1, -1) : undefined;
    // Global unicast addresses are 2000::/3.
    return address !== undefined && /^[23][0-9a-f]{3}:/.test(address) ? address : refuse(NO_IP);
  });
