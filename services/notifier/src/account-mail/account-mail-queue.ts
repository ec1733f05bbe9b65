import { sendAccountMail } from '@desk/contracts';
import type { Tx } from '@desk/outbox';

/** Publishes the request for an attempt. Idempotent per email and attempt. */
export function enqueueAccountMail(tx: Tx, mailId: string, attempt: number, delayMs = 0): void {
  tx.publish(sendAccountMail, { mailId, attempt }, { key: `${mailId}-${attempt}`, delayMs });
}
