import { contactChanged } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import type { UserEntity } from './user.entity.js';

type Contact = Pick<UserEntity, 'email' | 'firstName' | 'lastName' | 'emailConfirmedAt' | 'emailConfirmBy'>;

/** Locks the user, so that versions have the order in which the changes are committed, whatever the clocks say. */
const COUNT_CHANGE = prepared(
  'UPDATE users SET contact_version = contact_version + 1 WHERE id = $1 RETURNING contact_version AS version',
);

/** Announces the address and name to use for emails about leads from now on, and whether the address is confirmed. */
export async function publishContactChanged(
  tx: Tx,
  user: Contact & Pick<UserEntity, 'id'>,
  changes: Partial<Contact> = {},
): Promise<void> {
  const { email, firstName, lastName, emailConfirmedAt, emailConfirmBy } = { ...user, ...changes };
  const at = new Date().toISOString();
  const confirmation = {
    confirmedAt: emailConfirmedAt?.toISOString() ?? null,
    confirmBy: emailConfirmBy.toISOString(),
  };
  const [change] = await tx.query<{ version: number }>(COUNT_CHANGE, [user.id]);
  if (!change) throw new Error(`user ${user.id} does not exist`);
  const { version } = change;
  tx.publish(
    contactChanged,
    { userId: user.id, version, email, firstName, lastName, at, confirmation },
    { key: `${user.id}-${version}` },
  );
}
