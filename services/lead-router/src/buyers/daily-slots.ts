import { offerWaitingLeads } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { randomUUID } from 'node:crypto';
import { REFRESH_ELIGIBILITY, RELEASE_DAILY_SLOT } from './eligibility.sql.js';

/** The daily slot that an offer held, and its amount in the budgets. */
interface HeldSlot {
  readonly buyerId: string;
  readonly slotDay: string;
  readonly amountCents: number;
}

export async function releaseDailySlot(tx: Tx, { buyerId, slotDay, amountCents }: HeldSlot): Promise<void> {
  await tx.query(RELEASE_DAILY_SLOT, [buyerId, slotDay, amountCents]);
  await refreshEligibility(tx, buyerId);
}

/** Recomputes the derived columns after a change of the locked row that left them as they were. */
export async function refreshEligibility(tx: Tx, buyerId: string): Promise<void> {
  const [result] = await tx.query<{ shouldOfferWaiting: boolean }>(REFRESH_ELIGIBILITY, [buyerId]);
  if (result?.shouldOfferWaiting === true) publishOfferWaiting(tx, buyerId);
}

/** Has the waiting leads offered again, because this buyer became eligible. */
export function publishOfferWaiting(tx: Tx, buyerId: string): void {
  tx.publish(offerWaitingLeads, { buyerId }, { key: randomUUID() });
}
