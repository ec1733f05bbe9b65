import { DomainError, uuid } from '@desk/contracts';

const userId = uuid();

/**
 * Throws if a page shows another user than the one who is signed in. Clients other than pages name no user.
 * `field` is where the page named it. @throws OTHER_USER_SIGNED_IN, INVALID_REQUEST
 */
export function assertPageUser(named: string | undefined, signedInId: string, field: string): void {
  if (named === undefined || named === signedInId) return;
  // Checks the length before the pattern.
  if (!userId.isValidSync(named, { strict: true }))
    throw new DomainError('INVALID_REQUEST', { fields: [{ field, message: 'Not a valid id' }] });
  throw new DomainError('OTHER_USER_SIGNED_IN');
}
