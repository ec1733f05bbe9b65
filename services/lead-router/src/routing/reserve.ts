import { randomUUID } from 'node:crypto';
import { chargeOffer, CURRENCY, type LeadFacts } from '@desk/contracts';
import { type InContext, prepared, type Tx } from '@desk/outbox';
import { SERVER_START } from '@desk/service-kit';

/** `busy`: every eligible buyer was locked by another transaction. */
export type ReservationResult = 'reserved' | 'no-buyer' | 'busy';

interface OfferedTo {
  readonly buyerId: string;
  readonly amountCents: number;
  readonly reservedAt: Date;
  readonly serverStart: string;
}
type Reservation = (OfferedTo & { readonly result: 'reserved' }) | { readonly result: 'no-buyer' | 'busy' };

const RESERVE_LEAD = prepared(`SELECT *, ${SERVER_START} AS "serverStart" FROM reserve_lead($1, $2, $3)`);
const RESERVE_NEW_LEADS = prepared(
  `SELECT *, ${SERVER_START} AS "serverStart" FROM reserve_new_leads($1, $2)`,
);
const OFFER_LEAD = prepared(`SELECT *, ${SERVER_START} AS "serverStart" FROM offer_lead($1, $2, $3)`);
const HAS_BUYER = prepared(
  `SELECT choose_buyer($1, profile_bits($2, $3, $4), '{}') IS NOT NULL AS "hasBuyer"`,
);

/**
 * Reserves the available lead for the eligible buyer who has waited longest. The caller holds the lock on the lead. Pass
 * `mayWait: false` if the transaction already holds a buyer's lock; waiting for a second one could deadlock.
 */
export async function reserve(
  tx: Tx,
  leadId: string,
  { mayWait }: { mayWait: boolean },
): Promise<ReservationResult> {
  const offerId = randomUUID();
  const [reservation] = await tx.query<Reservation>(RESERVE_LEAD, [leadId, offerId, mayWait]);
  if (reservation?.result !== 'reserved') return reservation?.result ?? 'no-buyer';
  publishChargeOffer(tx, { leadId, offerId }, reservation);
  return 'reserved';
}

/** A lead that this transaction has inserted. */
interface InsertedLead {
  readonly leadId: string;
  readonly inContext: InContext;
}

/**
 * Reserves new leads in their order, each for the eligible buyer who has then waited longest. Without a buyer, a lead
 * waits like any other. Publish `leads.route-lead` for each `busy` one: its handler can wait for a locked buyer, a
 * funnel's post cannot.
 */
export async function reserveNew(tx: Tx, leads: readonly InsertedLead[]): Promise<ReservationResult[]> {
  const offers = leads.map((lead) => ({ ...lead, offerId: randomUUID() }));
  const reservations = await tx.query<Reservation>(RESERVE_NEW_LEADS, [
    offers.map(({ leadId }) => leadId),
    offers.map(({ offerId }) => offerId),
  ]);
  return offers.map(({ inContext, ...ids }, index) => {
    const reservation = reservations[index];
    if (reservation?.result !== 'reserved') return reservation?.result ?? 'no-buyer';
    inContext(() => publishChargeOffer(tx, ids, reservation));
    return 'reserved';
  });
}

/**
 * Offers the lead to a buyer whom an admin has chosen. The caller holds the locks on both. Returns false if the buyer is not
 * eligible.
 */
export async function offerTo(
  tx: Tx,
  buyerId: string,
  ids: { readonly leadId: string; readonly offerId: string },
): Promise<boolean> {
  const [offered] = await tx.query<OfferedTo>(OFFER_LEAD, [ids.leadId, ids.offerId, buyerId]);
  if (offered) publishChargeOffer(tx, ids, offered);
  return offered !== undefined;
}

/** Whether a lead with these facts would be sold now, by the function that chooses buyers. */
export async function hasBuyerFor(
  tx: Pick<Tx, 'query'>,
  { state, leadType, estimatedAssets, ageRange }: LeadFacts,
): Promise<boolean> {
  const [row] = await tx.query<{ hasBuyer: boolean }>(HAS_BUYER, [
    ...[state, leadType, estimatedAssets, ageRange],
  ]);
  return row?.hasBuyer === true;
}

function publishChargeOffer(
  tx: Tx,
  { leadId, offerId }: { readonly leadId: string; readonly offerId: string },
  { buyerId, amountCents, reservedAt, serverStart }: OfferedTo,
): void {
  tx.publish(
    chargeOffer,
    {
      offerId,
      leadId,
      buyerId,
      amountCents,
      currency: CURRENCY,
      serverStart,
      reservedAt: reservedAt.toISOString(),
    },
    { key: offerId },
  );
}
