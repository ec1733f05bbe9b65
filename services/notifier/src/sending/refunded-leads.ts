import type { Tx } from '@desk/outbox';

/** Remembers that the buyer of a lead got the money back: by an admin, after a dispute, or for want of delivery. */
export async function recordRefundedLead(tx: Tx, leadId: string, refundedAt: string): Promise<void> {
  await tx.query(
    'INSERT INTO refunded_leads (lead_id, refunded_at) VALUES ($1, $2) ON CONFLICT (lead_id) DO NOTHING',
    [leadId, refundedAt],
  );
}
