import { randomUUID } from 'node:crypto';
import { chargeOffer, CURRENCY, toCents } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { claimDailySlot, refreshEligibility } from '../buyers/daily-slots.js';
import { LeadEntity } from '../intake/lead.entity.js';
import { leadTransitions } from '../intake/lead-transitions.js';
import { LeadOfferEntity } from './lead-offer.entity.js';

/** `busy`: every eligible buyer was locked by another transaction. */
export type ReservationResult = 'reserved' | 'no-buyer' | 'busy';

/** Selects the eligible buyer who has waited longest and was not offered the lead before. $1: lead. */
const selectBuyer = (locking: string) =>
  prepared(`
  SELECT b.id FROM buyers b
   WHERE b.is_open AND NOT EXISTS (SELECT 1 FROM lead_offers o WHERE o.lead_id = $1 AND o.buyer_id = b.id)
   ORDER BY b.waiting_since, b.id
   LIMIT 1 ${locking}`);
const LOCK_FREE_BUYER = selectBuyer('FOR UPDATE OF b SKIP LOCKED');
const LOCK_BUYER = selectBuyer('FOR UPDATE OF b');
const SELECT_BUYER = selectBuyer('');

/**
 * Reserves `lead` for the eligible buyer who has waited longest. The caller holds the lock on `lead`.
 *
 * Pass `mayWait: false` if the transaction already holds a buyer lock; waiting for a second one could deadlock.
 */
export async function reserve(
  tx: Tx,
  lead: LeadEntity,
  { mayWait }: { mayWait: boolean },
): Promise<ReservationResult> {
  for (;;) {
    const [buyer] = await tx.query<{ id: string }>(LOCK_FREE_BUYER, [lead.id]);
    if (buyer) {
      if (await createOffer(tx, lead, buyer.id)) return 'reserved';
      continue;
    }
    // SKIP LOCKED may have skipped the only eligible buyer, so look again without it before giving up.
    const buyers = await tx.query(SELECT_BUYER, [lead.id]);
    if (buyers.length === 0) return 'no-buyer';
    if (!mayWait) return 'busy';
    await tx.query(LOCK_BUYER, [lead.id]);
  }
}

/** Returns false if the buyer became ineligible before the lock was acquired. */
async function createOffer(tx: Tx, lead: LeadEntity, buyerId: string): Promise<boolean> {
  const slot = await claimDailySlot(tx, buyerId);
  if (!slot) {
    await refreshEligibility(tx, buyerId);
    return false;
  }
  const offerId = randomUUID();
  const amountCents = toCents(lead.price);
  await tx.manager.insert(LeadOfferEntity, {
    id: offerId,
    leadId: lead.id,
    buyerId,
    status: 'open',
    amountCents,
    ...slot,
  });
  await tx.manager.update(LeadEntity, lead.id, {
    status: leadTransitions.move(lead.status, 'reserved'),
    offersMade: lead.offersMade + 1,
  });
  tx.publish(
    chargeOffer,
    { offerId, leadId: lead.id, buyerId, amountCents, currency: CURRENCY },
    { key: offerId },
  );
  crashPoint('lead-router.in-reserve');
  return true;
}
