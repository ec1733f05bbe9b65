import { toKinds } from './fault.js';
import type { PoisonedStatements } from './poison.js';

/** Statements that write rows in batches. */
const statements: Readonly<Record<string, PoisonedStatements>> = {
  'poison.lead': {
    table: 'leads.leads',
    event: 'INSERT',
    // A repeated post gets another lead id. No table says which leads are not stored yet.
    column: 'idempotency_key',
    heldUp: 'SELECT $1::timestamptz WHERE false',
  },
  'poison.purchase': {
    table: 'billing.purchases',
    event: 'INSERT',
    column: 'lead_id',
    heldUp: `
      SELECT lead_id AS lead FROM leads.lead_offers o
       WHERE reserved_at >= $1 AND NOT EXISTS (SELECT 1 FROM billing.purchases p WHERE p.offer_id = o.id)`,
  },
  'poison.payment': {
    table: 'billing.purchases',
    event: 'UPDATE',
    column: 'lead_id',
    heldUp: `
      SELECT lead_id AS lead FROM billing.purchases WHERE created_at >= $1 AND status IN ('pending', 'unknown')`,
  },
  'poison.sale': {
    table: 'leads.sold_leads',
    event: 'INSERT',
    column: 'lead_id',
    heldUp: `
      SELECT lead_id AS lead FROM billing.purchases p
       WHERE created_at >= $1 AND status = 'succeeded'
         AND NOT EXISTS (SELECT 1 FROM leads.sold_leads s WHERE s.lead_id = p.lead_id)`,
  },
  'poison.delivery': {
    table: 'notifications.deliveries',
    event: 'INSERT',
    column: 'lead_id',
    heldUp: `
      SELECT id AS lead FROM leads.leads l
       WHERE sold_at >= $1 AND NOT EXISTS (SELECT 1 FROM notifications.deliveries d WHERE d.lead_id = l.id)`,
  },
};

/** Each makes one row fail until the other rows of its batch are written. */
export const poisonKinds = toKinds(
  Object.fromEntries(
    Object.entries(statements).map(([name, poisoned]) => [name, [{ type: 'poison', statements: poisoned }]]),
  ),
  { circumstance: 'plain' },
);
