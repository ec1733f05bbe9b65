import type pg from 'pg';
import type { Stripe } from 'stripe';

/** A lead's payment at the card provider that took money, or may still do so. */
export interface ProviderPayment {
  readonly intentId: string;
  readonly leadId: string;
  readonly offerId: string;
  readonly purchaseId: string;
  readonly buyerId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string | null;
  readonly paymentMethodId: string | null;
}

/** What the restored database knows about the lead of an unrecorded payment. */
export type LeadSituation =
  /** The offer is open: billing reads the payment's outcome as soon as its purchase is there. */
  | 'offer-open'
  /** The lead was not sold yet, so it would be sold again. */
  | 'waiting'
  /** The lead is reserved for another buyer, whose charge has not ended. */
  | 'reserved-for-another'
  /** The lead has been sold or has expired, so nobody is charged for it. */
  | 'closed'
  /** The lead came after the backup. */
  | 'unknown';

export type UnrecordedPayment = ProviderPayment & { readonly situation: LeadSituation };

const CHARGED: ReadonlySet<string> = new Set(['succeeded', 'processing', 'requires_capture']);

/** Payments are created within moments of their offer, but clocks differ and calls are repeated for hours. */
const MARGIN_SECONDS = 86_400;

const idOf = (value: string | { readonly id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Lists the provider's payments for leads since a day before `takenAt`. */
export async function listPaymentsSince(stripe: Stripe, takenAt: string): Promise<ProviderPayment[]> {
  const created = { gte: Math.floor(Date.parse(takenAt) / 1_000) - MARGIN_SECONDS };
  const payments: ProviderPayment[] = [];
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
    const {
      lead_id: leadId,
      offer_id: offerId,
      purchase_id: purchaseId,
      buyer_id: buyerId,
    } = intent.metadata;
    if (!CHARGED.has(intent.status) || !leadId || !offerId || !purchaseId || !buyerId) continue;
    payments.push({
      intentId: intent.id,
      leadId,
      offerId,
      purchaseId,
      buyerId,
      amountCents: intent.amount,
      currency: intent.currency,
      customerId: idOf(intent.customer),
      paymentMethodId: idOf(intent.payment_method),
    });
  }
  return payments;
}

const SELECT_SITUATIONS = `
  SELECT p."intentId",
         CASE WHEN l.id IS NULL THEN 'unknown'
              WHEN o.status = 'open' THEN 'offer-open'
              WHEN l.status = 'available' THEN 'waiting'
              WHEN l.status = 'reserved' THEN 'reserved-for-another'
              ELSE 'closed' END AS situation
    FROM jsonb_to_recordset($1::jsonb) AS p("intentId" text, "leadId" uuid, "offerId" uuid)
    LEFT JOIN leads.leads l ON l.id = p."leadId"
    LEFT JOIN leads.lead_offers o ON o.id = p."offerId" AND o.lead_id = l.id
   WHERE NOT EXISTS (SELECT 1 FROM billing.purchases x WHERE x.stripe_payment_intent_id = p."intentId")`;

/** Returns the payments that the database has no record of. */
export async function findUnrecorded(
  client: pg.Client,
  payments: readonly ProviderPayment[],
): Promise<UnrecordedPayment[]> {
  const { rows } = await client.query<{ intentId: string; situation: LeadSituation }>(SELECT_SITUATIONS, [
    JSON.stringify(payments),
  ]);
  const situations = new Map(rows.map(({ intentId, situation }) => [intentId, situation]));
  return payments.flatMap((payment) => {
    const situation = situations.get(payment.intentId);
    return situation === undefined ? [] : [{ ...payment, situation }];
  });
}

/** A purchase that billing had already committed waits for the payment's id; otherwise it is inserted as it was. */
const ADOPT_PAYMENT = `
  INSERT INTO billing.purchases (id, offer_id, user_id, lead_id, amount, currency, status, stripe_customer_id,
                                 stripe_payment_method_id, card_version, stripe_payment_intent_id)
  SELECT p."purchaseId", p."offerId", p."buyerId", p."leadId", p."amountCents" / 100.0, p.currency, 'pending',
         p."customerId", p."paymentMethodId", COALESCE(c.card_version, 0), p."intentId"
    FROM jsonb_to_recordset($1::jsonb) AS p("purchaseId" uuid, "offerId" uuid, "buyerId" uuid, "leadId" uuid,
           "amountCents" int, currency text, "customerId" text, "paymentMethodId" text, "intentId" text)
    LEFT JOIN billing.customers c ON c.buyer_id = p."buyerId"
  ON CONFLICT (offer_id) DO UPDATE SET stripe_payment_intent_id = EXCLUDED.stripe_payment_intent_id
    WHERE purchases.id = EXCLUDED.id AND purchases.stripe_payment_intent_id IS NULL
      AND purchases.status IN ('pending', 'unknown')`;

/**
 * Prevents leads that were sold after the backup from being sold and charged again. Leads that still wait expire. Open
 * offers get the payment that was made for them, and billing then reads its outcome.
 */
export async function preventSecondSales(
  client: pg.Client,
  unrecorded: readonly UnrecordedPayment[],
): Promise<void> {
  const of = (wanted: LeadSituation) => unrecorded.filter(({ situation }) => situation === wanted);
  await client.query(
    "UPDATE leads.leads SET status = 'expired' WHERE id = ANY($1::uuid[]) AND status = 'available'",
    [of('waiting').map(({ leadId }) => leadId)],
  );
  await client.query(ADOPT_PAYMENT, [JSON.stringify(of('offer-open'))]);
}
