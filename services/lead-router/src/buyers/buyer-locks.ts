import { offerWaitingLeads } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { randomUUID } from 'node:crypto';
import { RELEASE_DAILY_SLOT, REFRESH, CLAIM_DAILY_SLOT } from './standing.sql.js';

/** A unit of a buyer's day, taken while the buyer's row was locked. */
export interface DailySlot {
  /** `YYYY-MM-DD` in the buyer's time zone. */
  readonly slotDay: string;
  readonly slotNumber: number;
  readonly limitInForce: number;
  readonly reservedAt: Date;
}

/** Undefined when the buyer is not, or no longer, eligible. */
export async function claimDailySlot(tx: Tx, buyerId: string): Promise<DailySlot | undefined> {
  const [unit] = await tx.query<DailySlot>(CLAIM_DAILY_SLOT, [buyerId]);
  return unit;
}

export async function releaseDailySlot(tx: Tx, buyerId: string, slotDay: string): Promise<void> {
  await tx.query(RELEASE_DAILY_SLOT, [buyerId, slotDay]);
  await refreshEligibility(tx, buyerId);
}

/** After a change of the locked row that has left the derived columns as they were. */
export async function refreshEligibility(tx: Tx, buyerId: string): Promise<void> {
  const [result] = await tx.query<{ offersWaiting: boolean }>(REFRESH, [buyerId]);
  if (result?.offersWaiting === true) offerWaiting(tx, buyerId);
}

/** Offers the waiting leads to the buyer, who has become open, and to whoever else is. */
export function offerWaiting(tx: Tx, buyerId: string): void {
  tx.publish(offerWaitingLeads, { buyerId }, { key: randomUUID() });
}
