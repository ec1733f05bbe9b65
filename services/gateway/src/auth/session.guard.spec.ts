import { DomainError } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { SessionGuard } from './session.guard.js';

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
