import { offerWaitingLeads } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { randomUUID } from 'node:crypto';
import { CLAIM_DAILY_SLOT, REFRESH_ELIGIBILITY, RELEASE_DAILY_SLOT } from './eligibility.sql.js';

/** One lead's share of a buyer's daily limit, claimed while the buyer's row was locked. */
export interface DailySlot {
  /** `YYYY-MM-DD` in the buyer's time zone. */
  readonly slotDay: string;
  readonly slotNumber: number;
  readonly limitInForce: number;
  readonly reservedAt: Date;
}

/** Returns undefined if the buyer is not eligible, or no longer. */
export async function claimDailySlot(tx: Tx, buyerId: string): Promise<DailySlot | undefined> {
  const [slot] = await tx.query<DailySlot>(CLAIM_DAILY_SLOT, [buyerId]);
  return slot;
}

export async function releaseDailySlot(tx: Tx, buyerId: string, slotDay: string): Promise<void> {
  await tx.query(RELEASE_DAILY_SLOT, [buyerId, slotDay]);
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
