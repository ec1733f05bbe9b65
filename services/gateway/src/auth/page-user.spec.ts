import { DomainError } from '@desk/contracts';
import { describe, expect, it } from '@jest/globals';
import { assertPageUser } from './session.guard.js';

const SIGNED_IN = '0191e1a0-0000-7000-8000-000000000003';
const check = (named: string | undefined) => () => assertPageUser(named, SIGNED_IN, 'X-Desk-User');

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
