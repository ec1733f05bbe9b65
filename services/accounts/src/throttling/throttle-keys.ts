import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** Whoever has an IPv6 address has the whole /64 of it. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** Names a counter. Addresses and e-mails are hashed: the table is no list of people. */
export const throttleKey = (purpose: string, ...parts: readonly string[]): string =>
  `${purpose}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
