import { createHmac, timingSafeEqual } from 'node:crypto';

/** How a tool signs the bytes of a post: HMAC-SHA-256 with a secret that it shares with the funnel's connection. */
export interface Signature {
  /** In lower case. */
  readonly header: string;
  /** A prefix that the signature may have. */
  readonly prefix: string;
  readonly encoding: 'hex' | 'base64';
  /** Whether the prefix is signed, too, in front of the body. */
  readonly isPrefixSigned?: true;
}

export const hmac = (secret: string, text: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `sent`: the header as it arrived. `body`: the bytes as they arrived. */
export function isSigned(
  { prefix, encoding, isPrefixSigned }: Signature,
  secret: string,
  sent: string | undefined,
  body: Buffer,
): boolean {
  if (sent === undefined) return false;
  const signed = isPrefixSigned ? Buffer.concat([Buffer.from(prefix), body]) : body;
  const given = sent.startsWith(prefix) ? sent.slice(prefix.length) : sent;
  return isSame(given, hmac(secret, signed).toString(encoding));
}
