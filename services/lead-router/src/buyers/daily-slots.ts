import { randomUUID } from 'node:crypto';
import { offerWaitingLeads } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';

/** The daily slot that an offer held, and its amount in the budgets. */
interface HeldSlot {
  readonly buyerId: string;
  readonly slotDay: string;
  readonly amountCents: number;
}

const RELEASE_DAILY_SLOT = prepared('SELECT release_daily_slot($1, $2, $3) AS "shouldOfferWaiting"');

export async function releaseDailySlot(tx: Tx, { buyerId, slotDay, amountCents }: HeldSlot): Promise<void> {
  const [result] = await tx.query<{ shouldOfferWaiting: boolean }>(RELEASE_DAILY_SLOT, [
    buyerId,
    slotDay,
    amountCents,
  ]);
  if (result?.shouldOfferWaiting === true) publishOfferWaiting(tx, buyerId);
}

/** Has the waiting leads offered again, because this buyer became eligible. */
export function publishOfferWaiting(tx: Tx, buyerId: string): void {
  tx.publish(offerWaitingLeads, { buyerId }, { key: randomUUID() });
}
