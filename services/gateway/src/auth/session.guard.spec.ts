import { DomainError } from '@desk/contracts';
import { describe, expect, it, test } from '@jest/globals';
import { assertPageUser, SessionGuard } from './session.guard.js';

const handle = (error: Error | null, user: unknown): unknown =>
  SessionGuard.prototype.handleRequest.call(undefined, error, user);

test('returns who is signed in', () => {
  const signedIn = { sid: 's' };
  expect(handle(null, signedIn)).toBe(signedIn);
});

test('reports a defect of the cookie as a missing sign-in', () => {
  expect(() => handle(null, false)).toThrow(new DomainError('UNAUTHENTICATED'));
});

test.each([new DomainError('UNAVAILABLE'), new TypeError('a defect of ours')])(
  'does not report %s as a missing sign-in',
  (error) => {
    expect(() => handle(error, false)).toThrow(error);
  },
);

const SIGNED_IN = '0191e1a0-0000-7000-8000-000000000003';
const check = (named: string | undefined) => () => assertPageUser(named, SIGNED_IN);

describe('assertPageUser', () => {
  it.each([undefined, SIGNED_IN])('accepts %s', (named) => {
    expect(check(named)).not.toThrow();
  });

  it('refuses the id of another user', () => {
    expect(check('0191e1a0-0000-7000-8000-000000000004')).toThrow(new DomainError('OTHER_USER_SIGNED_IN'));
  });

  it.each(['', 'agent', `${SIGNED_IN}, ${SIGNED_IN}`, 'a'.repeat(100_000)])(
    'rejects what is not an id',
    (named) => {
      expect(check(named)).toThrow(
        expect.objectContaining({
          code: 'INVALID_REQUEST',
          fields: [{ field: 'X-Desk-User', message: 'Not a valid id' }],
        }),
      );
    },
  );
});
