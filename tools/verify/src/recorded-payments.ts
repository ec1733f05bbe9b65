import { isUuid } from '@desk/contracts';
import type pg from 'pg';
import type { Payment, RecordedSide, Window } from './compare-payments.js';

/** Payments per window: a few megabytes. */
const WINDOW_SIZE = 5_000;

/** The purchase after the first $2 since $1. Whole seconds, like the times at the provider. */
const SELECT_WINDOW_END = `
  SELECT date_trunc('second', purchased_at) + interval '1 second' AS "to" FROM billing.purchases
   WHERE purchased_at >= COALESCE($1::timestamptz, '-infinity') ORDER BY purchased_at OFFSET $2 LIMIT 1`;

/** A lost dispute takes the money back without a refund, and the provider counts a refund before it succeeds. */
const LIST = `
  SELECT p.stripe_payment_intent_id AS "intentId", p.offer_id AS "offerId", (p.amount * 100)::int AS "amountCents",
         (SELECT COALESCE(sum(f.amount) * 100, 0)::int FROM billing.refunds f
           WHERE f.purchase_id = p.id AND f.status IN ('pending', 'succeeded')) AS "refundedCents"
    FROM billing.purchases p
   WHERE p.purchased_at >= COALESCE($1::timestamptz, '-infinity') AND p.purchased_at < COALESCE($2::timestamptz, 'infinity')`;

const FIND_SAME = `
  SELECT stripe_payment_intent_id AS "intentId", offer_id AS "offerId" FROM billing.purchases
   WHERE purchased_at IS NOT NULL
     AND (stripe_payment_intent_id = ANY ($1::text[]) OR offer_id = ANY ($2::uuid[]))`;

/** The purchases that were paid. Those have a time of purchase, also after a refund. */
export class RecordedPayments implements RecordedSide {
  constructor(
    private readonly database: Pick<pg.Pool, 'query'>,
    private readonly windowSize = WINDOW_SIZE,
  ) {}

  async findWindowEnd(from: Date | undefined): Promise<Date | undefined> {
    const { rows } = await this.database.query<{ to: Date }>(SELECT_WINDOW_END, [from, this.windowSize]);
    return rows[0]?.to;
  }

  async list({ from, to }: Window): Promise<Payment[]> {
    return (await this.database.query<Payment>(LIST, [from, to])).rows;
  }

  async findSame(payments: readonly Payment[]): Promise<Pick<Payment, 'intentId' | 'offerId'>[]> {
    if (payments.length === 0) return [];
    const intents = payments.map(({ intentId }) => intentId);
    // The metadata of a payment can contain anything.
    const offers = payments.map(({ offerId }) => offerId).filter(isUuid);
    return (await this.database.query<Payment>(FIND_SAME, [intents, offers])).rows;
  }
}
