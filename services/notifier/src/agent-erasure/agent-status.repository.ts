import type { DataSource } from 'typeorm';
import { isRefundedLead } from '../undeliverable-leads/refunded-lead.js';

interface AgentStatus {
  readonly isErased: boolean;
  readonly queuedDeliveries: number;
  /** Paid leads of which every delivery failed for good, and that are neither refunded nor seen. */
  readonly failedLeads: number;
}

const STATUS = `
  SELECT EXISTS (SELECT 1 FROM channels WHERE buyer_id = $1 AND erased_at IS NOT NULL) AS "isErased",
         (SELECT count(*)::int FROM deliveries WHERE buyer_id = $1 AND status = 'queued') AS "queuedDeliveries",
         (SELECT count(*)::int FROM (
            SELECT lead_id FROM deliveries WHERE buyer_id = $1
             GROUP BY lead_id HAVING bool_and(status = 'failed')) AS failed
           WHERE NOT ${isRefundedLead('failed.lead_id')}
             AND NOT EXISTS (SELECT 1 FROM undeliverable_leads
                              WHERE lead_id = failed.lead_id AND seen_at IS NOT NULL)) AS "failedLeads"`;

export async function getAgentStatus(dataSource: DataSource, buyerId: string): Promise<AgentStatus> {
  const [status]: AgentStatus[] = await dataSource.query(STATUS, [buyerId]);
  if (!status) throw new Error('the status of an agent is one row');
  return status;
}

/** Leaves out the contents of deliveries, because leads are other persons. */
export async function exportAgent(dataSource: DataSource, buyerId: string): Promise<object> {
  const rows = (sql: string): Promise<object[]> => dataSource.query(sql, [buyerId]);
  return {
    channels: await rows(
      `SELECT kind, address, first_name, verified_at, confirmed_at, bounced_at, disabled_at, created_at, updated_at
         FROM channels WHERE buyer_id = $1 ORDER BY created_at`,
    ),
    deliveries: await rows(
      `SELECT lead_id, offer_id, kind, address, status, attempts, redacted, queued_at, sent_at, failed_at
         FROM deliveries WHERE buyer_id = $1 ORDER BY queued_at`,
    ),
    phoneConsents: await rows(
      'SELECT phone, wording, network, agreed_at, confirmed_at FROM phone_consents WHERE user_id = $1 ORDER BY agreed_at',
    ),
    browsers: await rows(
      `SELECT name, allowed_at, ended_at, end_reason
         FROM push_subscriptions WHERE user_id = $1 ORDER BY allowed_at`,
    ),
    noticePreferences: await rows(
      `SELECT limit_reached, channel_problems, weekly_summary, receipts, quiet_from, quiet_to, time_zone, updated_at
         FROM notice_preferences WHERE user_id = $1`,
    ),
    accountMails: await rows(
      `SELECT kind, address, status, content->>'subject' AS subject, queued_at, sent_at, failed_at
         FROM account_mails WHERE user_id = $1 ORDER BY queued_at`,
    ),
  };
}
