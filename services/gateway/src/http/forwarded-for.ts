import { isIP, isIPv4 } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

const HEADER = 'x-forwarded-for';
/** `1.2.3.4:5678`, `[::1]:5678`, `[::1]`; the port is not part of who calls. */
const IPV4_WITH_PORT = /^([\d.]{7,15}):\d{1,5}$/;
const IPV6_IN_BRACKETS = /^\[([0-9a-f:.]{2,45})(?:%\w{1,16})?\](?::\d{1,5})?$/i;
const MAPPED_IPV4 = /^::ffff:([\d.]{7,15})$/i;
const MAX_ENTRY_LENGTH = 100;

/** Returns one entry of `X-Forwarded-For` as a plain address; anything else than an address as it is. */
export function toPlainAddress(entry: string): string {
  const text = entry.trim();
  if (text.length > MAX_ENTRY_LENGTH) return text;
  const unquoted = /^"(.*)"$/.exec(text)?.[1]?.trim() ?? text;
  const address = IPV4_WITH_PORT.exec(unquoted)?.[1] ?? IPV6_IN_BRACKETS.exec(unquoted)?.[1] ?? unquoted;
  const [withoutZone = ''] = address.split('%');
  const mapped = MAPPED_IPV4.exec(withoutZone)?.[1] ?? withoutZone;
  return isIPv4(mapped) || isIP(mapped) !== 0 ? mapped : text;
}

/**
 * Some proxies add ports, brackets or quotes. Without this, each port would be a network of its own, and none of our
 * proxies would be recognized behind another one.
 */
export function plainForwardedFor(request: Request, _response: Response, next: NextFunction): void {
  const header = request.headers[HEADER];
  if (typeof header === 'string') request.headers[HEADER] = header.split(',').map(toPlainAddress).join(', ');
  next();
}
