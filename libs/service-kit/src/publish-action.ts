import { randomUUID } from 'node:crypto';
import { type PayloadOf, recordAction } from '@desk/contracts';
import type { Tx } from '@desk/outbox';

type Action = Omit<PayloadOf<typeof recordAction>, 'actionId' | 'at'>;

/** Publishes an action of an agent or admin for the audit log, which accounts keeps. */
export function publishAction(tx: Tx, action: Action): void {
  const actionId = randomUUID();
  tx.publish(recordAction, { ...action, actionId, at: new Date().toISOString() }, { key: actionId });
}
