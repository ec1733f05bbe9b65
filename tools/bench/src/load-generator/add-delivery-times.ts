import type { Pool } from 'pg';
import type { Sample } from '../load/sample.js';

/**
 * Adds to each accepted lead when its email was recorded as sent, which is just after the mail server took it. The
 * sandbox's inbox keeps only the newest mails. A lead without one is an error.
 */
export async function addDeliveryTimes(pool: Pool, samples: readonly Sample[]): Promise<void> {
  const { rows } = await pool.query<{ leadId: string; sentAt: number }>(
    `SELECT lead_id AS "leadId", (extract(epoch FROM sent_at) * 1000)::float8 AS "sentAt"
       FROM notifications.deliveries WHERE kind = 'email' AND sent_at IS NOT NULL`,
  );
  const sentAtByLead = new Map(rows.map(({ leadId, sentAt }) => [leadId, sentAt]));
  for (const sample of samples) {
    if (sample.leadId === undefined) continue;
    const sentAt = sentAtByLead.get(sample.leadId);
    if (sentAt !== undefined) sample.emailedAt = sentAt;
    else sample.error ??= 'no email';
  }
}
