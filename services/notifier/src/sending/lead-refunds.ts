import type { leadRefunded, leadRefundFailed, PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';

/** An attempt in progress may still arrive. */
const CANCEL_QUEUED = `
  UPDATE deliveries SET status = 'failed', failed_at = now(), lease_until = NULL, last_error_code = 'LEAD_REFUNDED'
   WHERE lead_id = $1 AND status = 'queued'
     AND NOT EXISTS (SELECT 1 FROM lead_refunds WHERE refund_id = $2 AND failed_at IS NOT NULL)`;

/**
 * Records that the buyer of a lead got the money back: from an admin, after a lost dispute, or because the lead was
 * undeliverable. It is not sent any more. This event and the one of its failure may arrive in either order.
 */
export async function recordLeadRefund(
  tx: Tx,
  { refundId, leadId, refundedAt }: PayloadOf<typeof leadRefunded>,
): Promise<void> {
  // A resend locks them too, and reads afterwards whether the lead was refunded.
  await tx.query('SELECT 1 FROM deliveries WHERE lead_id = $1 ORDER BY id FOR NO KEY UPDATE', [leadId]);
  await tx.query(CANCEL_QUEUED, [leadId, refundId]);
  await record(tx, 'refunded_at', [refundId, leadId, refundedAt]);
  // For copies of the previous release.
  await tx.query(
    'INSERT INTO refunded_leads (lead_id, refunded_at) VALUES ($1, $2) ON CONFLICT (lead_id) DO NOTHING',
    [leadId, refundedAt],
  );
}

/** Records that a refund failed: the money is ours again. */
export async function recordFailedLeadRefund(
  tx: Tx,
  { refundId, leadId, failedAt }: PayloadOf<typeof leadRefundFailed>,
): Promise<void> {
  await record(tx, 'failed_at', [refundId, leadId, failedAt]);
}

async function record(
  tx: Tx,
  column: 'refunded_at' | 'failed_at',
  row: readonly [refundId: string, leadId: string, at: string],
): Promise<void> {
  await tx.query(
    `INSERT INTO lead_refunds (refund_id, lead_id, ${column}) VALUES ($1, $2, $3)
     ON CONFLICT (refund_id) DO UPDATE SET ${column} = excluded.${column}`,
    [...row],
  );
}
