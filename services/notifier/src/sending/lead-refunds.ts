import type { leadRefunded, leadRefundFailed, PayloadOf } from '@desk/contracts';
import type { Tx } from '@desk/outbox';

/**
 * Records that the buyer of a lead got the money back: from an admin, after a lost dispute, or because the lead was
 * undeliverable. This event and the one of its failure may arrive in either order.
 */
export async function recordLeadRefund(
  tx: Tx,
  { refundId, leadId, refundedAt }: PayloadOf<typeof leadRefunded>,
): Promise<void> {
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
