import { randomUUID } from 'node:crypto';
import { contactChanged } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import type { UserEntity } from './user.entity.js';

type Contact = Pick<UserEntity, 'email' | 'firstName' | 'lastName'>;

/** Announces the address and name to use for emails about leads from now on. */
export function publishContactChanged(tx: Tx, userId: string, { email, firstName, lastName }: Contact): void {
  const at = new Date().toISOString();
  tx.publish(contactChanged, { userId, email, firstName, lastName, at }, { key: randomUUID() });
}
