import { offerWaitingLeads } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { randomUUID } from 'node:crypto';
import { GIVE_UNIT_BACK, REFRESH, TAKE_UNIT } from './standing.sql.js';

/** A unit of a buyer's day, taken while the buyer's row was locked. */
export interface Unit {
  /** `YYYY-MM-DD` in the buyer's time zone. */
  readonly unitDay: string;
  readonly unitNumber: number;
  readonly limitInForce: number;
  readonly reservedAt: Date;
}

/** Undefined when the buyer is not, or no longer, eligible. */
export async function takeUnit(tx: Tx, buyerId: string): Promise<Unit | undefined> {
  const [unit] = await tx.query<Unit>(TAKE_UNIT, [buyerId]);
  return unit;
}

export async function giveUnitBack(tx: Tx, buyerId: string, unitDay: string): Promise<void> {
  await tx.query(GIVE_UNIT_BACK, [buyerId, unitDay]);
  await refreshStanding(tx, buyerId);
}

/** After a change of the locked row that has left the derived columns as they were. */
export async function refreshStanding(tx: Tx, buyerId: string): Promise<void> {
  const [result] = await tx.query<{ offersWaiting: boolean }>(REFRESH, [buyerId]);
  if (result?.offersWaiting === true) offerWaiting(tx, buyerId);
}

/** Offers the waiting leads to the buyer, who has become open, and to whoever else is. */
export function offerWaiting(tx: Tx, buyerId: string): void {
  tx.emit(offerWaitingLeads, { buyerId }, { key: randomUUID() });
}
