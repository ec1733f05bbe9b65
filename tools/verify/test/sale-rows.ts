import { randomUUID } from 'node:crypto';

export const [lead, buyer, offer] = [randomUUID(), randomUUID(), randomUUID()] as const;

export const insertOffer = (id: string, status: string, minutesAgo: number): string =>
  `INSERT INTO leads.lead_offers (id, lead_id, buyer_id, status, amount_cents, slot_day, slot_number, limit_in_force,
                                  reserved_at)
   VALUES ('${id}', '${lead}', '${buyer}', '${status}', 8000, current_date, 1, 25,
           now() - interval '${minutesAgo} minutes')`;
export function insertPurchase(offerId: string, intentId: string): string {
  return `WITH paid AS (
            INSERT INTO billing.purchases (id, offer_id, user_id, lead_id, amount, currency, status, card_version,
                                           purchased_at, stripe_payment_intent_id, has_receipt)
            VALUES (gen_random_uuid(), '${offerId}', '${buyer}', '${lead}', 80, 'usd', 'succeeded', 1,
                    date_trunc('milliseconds', now()), '${intentId}', true)
            RETURNING *),
          business AS (
            INSERT INTO billing.businesses (name, address_lines) VALUES ('${intentId}', '{}') RETURNING id),
          numbered AS (
            UPDATE billing.document_numbers SET last = last + 1 WHERE kind = 'receipt' RETURNING last)
          INSERT INTO billing.documents (id, kind, number, purchase_id, user_id, lead_id, amount, occurred_at,
                                         business_id)
          SELECT gen_random_uuid(), 'receipt', last, paid.id, user_id, lead_id, amount, purchased_at, business.id
            FROM paid, business, numbered`;
}
export const withoutReceipts: readonly string[] = [
  'DELETE FROM billing.documents',
  'UPDATE billing.document_numbers SET last = 0',
];
export const exclude = `UPDATE leads.leads SET declined_by = '{${buyer}}'`;
export const providerAway = (schema: string): string =>
  `UPDATE ${schema}.provider_status SET is_available = false, version = version + 1`;
export const open = 'UPDATE leads.buyers SET card_usable = true';

/** A lead that was sold, paid, listed and delivered. */
export const soldLead: readonly string[] = [
  insertOffer(offer, 'charged', 5),
  `UPDATE leads.buyers SET slots_used = 1, slots_day = current_date`,
  `UPDATE leads.leads SET status = 'sold', sold_at = now()`,
  `INSERT INTO leads.sold_leads (lead_id, offer_id, buyer_id, sold_at, amount_cents, state, lead_type, age_range,
                                 estimated_assets, hashes)
   SELECT id, '${offer}', '${buyer}', now(), 8000, state, lead_type, age_range, estimated_assets, '{}' FROM leads.leads`,
  insertPurchase(offer, 'pi_1'),
  `INSERT INTO notifications.deliveries (id, lead_id, buyer_id, offer_id, channel_id, kind, address, message_id,
                                         content, status, sent_at)
   VALUES (gen_random_uuid(), '${lead}', '${buyer}', '${offer}', (SELECT id FROM notifications.channels), 'email', 'a@b.c', '<m>', '{}',
           'sent', now())`,
];
/** What the notifier records of a refund. */
export const leadRefund = `
  INSERT INTO notifications.lead_refunds (refund_id, lead_id, refunded_at) VALUES (gen_random_uuid(), '${lead}', now())`;
/** The rows in which every service records a refunded payment. */
export const givenBack: readonly string[] = [
  `UPDATE billing.purchases SET status = 'refunded'`,
  `UPDATE leads.sold_leads SET refunded_at = now()`,
  leadRefund,
];
/** A refund of this amount that succeeded, with its credit note. */
export const refundOf = (amount: number): readonly string[] => [
  `INSERT INTO billing.refunds (id, purchase_id, amount, status, reason, stripe_refund_id, succeeded_at, has_credit_note)
   SELECT gen_random_uuid(), id, ${amount}, 'succeeded', 'goodwill', 're_1', now(), true FROM billing.purchases`,
  `UPDATE billing.document_numbers SET last = 1 WHERE kind = 'credit-note'`,
  `INSERT INTO billing.documents (id, kind, number, purchase_id, refund_id, receipt_number, user_id, lead_id, amount,
                                  occurred_at, business_id)
   SELECT gen_random_uuid(), 'credit-note', 1, d.purchase_id, f.id, d.number, d.user_id, d.lead_id, f.amount,
          f.succeeded_at, d.business_id
     FROM billing.documents d, billing.refunds f WHERE d.kind = 'receipt'`,
];
/** The sold lead after a refund, with its credit note. */
export const refundedLead: readonly string[] = [...soldLead, ...givenBack, ...refundOf(80)];
/** The buyer's account, with the address that the notifier knows. */
export const account: readonly string[] = [
  `INSERT INTO accounts.users (id, email, password, first_name, last_name, phone, service_enabled,
                               daily_lead_limit)
   VALUES ('${buyer}', 'a@b.c', '', 'A', 'B', '', true, 25)`,
];
/** The account after a complete erasure. */
export const erasedAccount: readonly string[] = [
  ...account,
  `UPDATE accounts.users
      SET email = 'removed-' || id || '@erased.invalid', first_name = 'Removed', phone = '', disabled_at = now(),
          published_disabled = true, erased_at = now(), erasure_published_at = now()`,
  `UPDATE leads.buyers SET account_disabled = true, erased_at = now(), closed_at = now()`,
  `UPDATE notifications.channels
      SET address = 'Removed', first_name = 'Removed', closing_at = now(), erased_at = now()`,
  `INSERT INTO billing.customers (buyer_id, erased_at, forgotten_at) VALUES ('${buyer}', now(), now())`,
];
