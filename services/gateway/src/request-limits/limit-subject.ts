import { createHmac, hkdfSync } from 'node:crypto';
import { type LimitSubject, PASSWORD_ATTEMPTS, type RequestLimit, type Route } from '@desk/contracts';
import { clientNetwork } from '@desk/service-kit';
import { callerOf, type IdentifiedRequest } from '../http/identity.js';

/** Returns the limits of a route that the gateway counts for this subject. */
export const limitsOf = (route: Route, ...subjects: readonly LimitSubject[]): readonly RequestLimit[] =>
  route.limits.filter(
    (limit): limit is RequestLimit =>
      limit !== PASSWORD_ATTEMPTS && limit.countedBy === 'gateway' && subjects.includes(limit.per),
  );

/** Returns whose counter a request counts against; undefined if it was not identified that far. */
export function readSubject(per: LimitSubject, request: IdentifiedRequest): string | undefined {
  switch (per) {
    case 'network':
      return clientNetwork(callerOf(request).address);
    case 'user':
      return request.signedIn?.user.id;
    case 'funnel key':
      return request.funnelKeyHash;
    case 'mailbox':
      return undefined;
  }
}

/** The secret that all copies share. */
export interface SubjectKeyEnv {
  readonly JWT_KEYS: string;
}

export const deriveSubjectKey = (
  { JWT_KEYS }: SubjectKeyEnv,
  purpose: 'request limits' | 'phone turns',
): Buffer => Buffer.from(hkdfSync('sha256', JWT_KEYS, '', purpose, 32));

/** Keyed, because a plain hash of an IPv4 address or a phone number is reversed by trying all of them. */
export const hashSubject = (key: Buffer, subject: string): string =>
  createHmac('sha256', key).update(subject).digest('base64url').slice(0, 22);
