import type { HttpRequest } from '@desk/tool-workload';
import { buyerEmail } from '../test-system.js';
import type { Variant } from './compare.js';

/** Each round uses the next of these accounts, so that no single row stays in every cache. */
const ACCOUNTS = 16;
/** Accounts without a second factor come first, then those with one, then one that requests a new email. */
const FIRST_WITH_FACTOR = ACCOUNTS;
const REQUESTER = 2 * ACCOUNTS;
export const AGENTS = REQUESTER + 1;

export const agentsWithFactor: readonly string[] = Array.from({ length: ACCOUNTS }, (_, index) =>
  buyerEmail(FIRST_WITH_FACTOR + index),
);
export const requesterEmail = buyerEmail(REQUESTER);

/** Credentials of the account that requests a new email. */
export interface Requester {
  readonly cookie: string;
  readonly password: string;
}

/** A route that takes an email. Routes that reveal by contract whether an email is known are not compared. */
export interface Endpoint {
  readonly name: string;
  /** Index of the first known account. */
  readonly firstAccount: number;
  readonly request: (email: string, requester: Requester) => HttpRequest;
}

const signIn = (email: string): HttpRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  body: { email, password: 'certainly-not-theirs-5512' },
});

export const endpoints: readonly Endpoint[] = [
  { name: 'login', firstAccount: 0, request: signIn },
  { name: 'login with second factor', firstAccount: FIRST_WITH_FACTOR, request: signIn },
  {
    name: 'forgot-password',
    firstAccount: 0,
    request: (email) => ({ method: 'POST', path: '/api/auth/forgot-password', body: { email } }),
  },
  {
    name: 'change of address',
    firstAccount: 0,
    request: (email, { cookie, password }) => ({
      method: 'PATCH',
      path: '/api/user/profile',
      headers: { cookie },
      body: {
        firstName: 'Buyer',
        lastName: 'Number 32',
        phone: '+12125551332',
        companyName: '',
        email,
        currentPassword: password,
      },
    }),
  },
];

/** Returns the email of a round. Both variants have the same length, so only the existence of an account differs. */
export function emailInRound({ firstAccount }: Endpoint, variant: Variant, round: number): string {
  const index = firstAccount + (round % ACCOUNTS);
  return variant === 'known' ? buyerEmail(index) : `guest${index}@example.com`;
}
