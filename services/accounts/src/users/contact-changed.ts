import { randomUUID } from 'node:crypto';
import { contactChanged } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import type { UserEntity } from './user.entity.js';

type Contact = Pick<UserEntity, 'email' | 'firstName' | 'lastName' | 'emailConfirmedAt' | 'emailConfirmBy'>;

/** Announces the address and name to use for emails about leads from now on, and whether the address is confirmed. */
export function publishContactChanged(
  tx: Tx,
  user: Contact & Pick<UserEntity, 'id'>,
  changes: Partial<Contact> = {},
): void {
  const { email, firstName, lastName, emailConfirmedAt, emailConfirmBy } = { ...toContact(user), ...changes };
  const at = new Date().toISOString();
  const confirmation = {
    confirmedAt: emailConfirmedAt?.toISOString() ?? null,
    confirmBy: emailConfirmBy.toISOString(),
  };
  tx.publish(
    contactChanged,
    { userId: user.id, email, firstName, lastName, at, confirmation },
    { key: randomUUID() },
  );
}

const toContact = ({ email, firstName, lastName, emailConfirmedAt, emailConfirmBy }: Contact): Contact => ({
  email,
  firstName,
  lastName,
  emailConfirmedAt,
  emailConfirmBy,
});
