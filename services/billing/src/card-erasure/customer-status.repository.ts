import type { DataSource } from 'typeorm';

/** Whether an erased buyer's cards are removed; the charges still open, and the payments that stay for bookkeeping. */
export interface CustomerStatus {
  readonly isForgotten: boolean;
  readonly openPurchases: number;
  readonly payments: number;
}

const STATUS = `
  SELECT EXISTS (SELECT 1 FROM customers WHERE buyer_id = $1 AND forgotten_at IS NOT NULL) AS "isForgotten",
         (SELECT count(*)::int FROM purchases WHERE user_id = $1 AND status IN ('pending', 'unknown')) AS "openPurchases",
         (SELECT count(*)::int FROM purchases WHERE user_id = $1 AND purchased_at IS NOT NULL) AS payments`;

export async function getCustomerStatus(dataSource: DataSource, buyerId: string): Promise<CustomerStatus> {
  const [status]: CustomerStatus[] = await dataSource.query(STATUS, [buyerId]);
  if (!status) throw new Error('the status of a customer is one row');
  return status;
}

export const SELECT_PURCHASES = `
  SELECT id, offer_id, lead_id, amount, currency, status, stripe_payment_intent_id, stripe_payment_method_id,
         stripe_customer_id, decline_code, first_requested_at, purchased_at
    FROM purchases WHERE user_id = $1 ORDER BY first_requested_at`;

// Without notes and ids of admins.
const SELECT_REFUNDS = `
  SELECT id, purchase_id, amount, status, reason, stripe_refund_id, failure_reason, requested_at, succeeded_at,
         ended_at
    FROM refunds WHERE purchase_id IN (SELECT id FROM purchases WHERE user_id = $1) ORDER BY requested_at`;

const SELECT_DISPUTES = `
  SELECT id, stripe_dispute_id, purchase_id, amount, status, reason, evidence_due_by, opened_at, closed_at,
         reviewed_at
    FROM disputes WHERE buyer_id = $1 ORDER BY opened_at`;

const SELECT_DOCUMENTS = `
  SELECT id, kind, number, purchase_id, refund_id, receipt_number, amount, occurred_at, issued_at
    FROM documents WHERE user_id = $1 ORDER BY occurred_at`;

/** The provider has the rest: its dashboard exports a customer by `stripe_customer_id`. */
export async function exportCustomer(dataSource: DataSource, buyerId: string): Promise<object> {
  const rows = (sql: string): Promise<object[]> => dataSource.query(sql, [buyerId]);
  return {
    customer: await rows(
      `SELECT stripe_customer_id, stripe_payment_method_id, card_brand, card_last4, card_exp_month, card_exp_year,
              card_version, card_usable, erased_at, forgotten_at, created_at, updated_at
         FROM customers WHERE buyer_id = $1`,
    ),
    purchases: await rows(SELECT_PURCHASES),
    refunds: await rows(SELECT_REFUNDS),
    disputes: await rows(SELECT_DISPUTES),
    documents: await rows(SELECT_DOCUMENTS),
  };
}
