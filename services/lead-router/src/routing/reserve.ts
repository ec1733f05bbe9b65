import { randomUUID } from 'node:crypto';
import { chargeOffer, CURRENCY, toCents } from '@desk/contracts';
import { prepared, type Tx } from '@desk/outbox';
import { crashPoint } from '@desk/service-kit';
import { refreshEligibility, claimDailySlot } from '../buyers/daily-slots.js';
import { Lead } from '../database/entities/lead.entity.js';
import { LeadOffer } from '../database/entities/lead-offer.entity.js';
import { moveLead } from './transitions.js';

/** `contended`: every open buyer was held by another transaction just now. */
export type Reservation = 'reserved' | 'none' | 'contended';

/** The open buyer who has waited longest and was not offered this lead before. $1: lead. */
const candidate = (locking: string) =>
  prepared(`
  SELECT b.id FROM buyers b
   WHERE b.is_open AND NOT EXISTS (SELECT 1 FROM lead_offers o WHERE o.lead_id = $1 AND o.buyer_id = b.id)
   ORDER BY b.waiting_since, b.id
   LIMIT 1 ${locking}`);
const PICK = candidate('FOR UPDATE OF b SKIP LOCKED');
const WAIT = candidate('FOR UPDATE OF b');
const LOOK = candidate('');

/**
 * Reserves the lead, which this transaction has locked and which is available, for one buyer.
 * With `mayWait` false it never waits for a buyer: a transaction that holds one already must not, or two could wait
 * for each other for ever.
 */
export async function reserve(tx: Tx, lead: Lead, { mayWait }: { mayWait: boolean }): Promise<Reservation> {
  for (;;) {
    const [picked] = await tx.query<{ id: string }>(PICK, [lead.id]);
    if (picked) {
      if (await makeOffer(tx, lead, picked.id)) return 'reserved';
      continue;
    }
    // SKIP LOCKED may have skipped the only one there is: 'none' is only said by a look that skips nobody.
    const anyone = await tx.query(LOOK, [lead.id]);
    if (anyone.length === 0) return 'none';
    if (!mayWait) return 'contended';
    await tx.query(WAIT, [lead.id]);
  }
}

/** False when the buyer, now locked, turned out not to be eligible; the row's derived columns are then put right. */
async function makeOffer(tx: Tx, lead: Lead, buyerId: string): Promise<boolean> {
  const unit = await claimDailySlot(tx, buyerId);
  if (!unit) {
    await refreshEligibility(tx, buyerId);
    return false;
  }
  const offerId = randomUUID();
  const amountCents = toCents(lead.price);
  await tx.manager.insert(LeadOffer, {
    id: offerId,
    leadId: lead.id,
    buyerId,
    status: 'open',
    amountCents,
    ...unit,
  });
  await tx.manager.update(Lead, lead.id, {
    status: moveLead(lead.status, 'reserved'),
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
