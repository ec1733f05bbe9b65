import { randomUUID } from 'node:crypto';
import { chargeOffer, CURRENCY } from '@desk/contracts';
import type { Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { refreshEligibility } from '../buyers/daily-slots.js';
import { LOCK_BUYER, RESERVE, SELECT_BUYER } from './reserve.sql.js';

/** `busy`: every eligible buyer was locked by another transaction. */
export type ReservationResult = 'reserved' | 'no-buyer' | 'busy';

/** What `offerTo` returns. */
export interface ChosenBuyer {
  readonly buyerId: string;
  /** Both are null if the buyer became ineligible before the lock was acquired. */
  readonly amountCents: number | null;
  readonly reservedAt: Date | null;
  readonly serverStart: string;
}

/**
 * Reserves the available lead for the eligible buyer who has waited longest. The caller holds the lock on the lead.
 *
 * Pass `mayWait: false` if the transaction already holds a buyer lock; waiting for a second one could deadlock. For the same
 * reason it waits for one buyer at most: if that one became ineligible meanwhile and others are locked, it is `busy`.
 */
export async function reserve(
  tx: Tx,
  leadId: string,
  { mayWait }: { mayWait: boolean },
): Promise<ReservationResult> {
  for (let hasWaited = false; ;) {
    const offerId = randomUUID();
    const [chosen] = await tx.query<ChosenBuyer>(RESERVE, [leadId, offerId]);
    if (chosen) {
      const { buyerId, amountCents, reservedAt, serverStart } = chosen;
      if (amountCents === null || reservedAt === null) {
        await refreshEligibility(tx, buyerId);
        continue;
      }
      const offer = { offerId, leadId, buyerId, amountCents, currency: CURRENCY, serverStart };
      tx.publish(chargeOffer, { ...offer, reservedAt: reservedAt.toISOString() }, { key: offerId });
      crashPoint('lead-router.in-reserve');
      return 'reserved';
    }
    // SKIP LOCKED may have skipped the only eligible buyer, so look again without it before giving up.
    const [buyer] = await tx.query<{ id: string }>(SELECT_BUYER, [leadId]);
    if (!buyer) return 'no-buyer';
    if (!mayWait || hasWaited) return 'busy';
    await tx.query(LOCK_BUYER, [buyer.id]);
    hasWaited = true;
  }
}
