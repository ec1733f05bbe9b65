import { UNCONFIRMED_ACCOUNT_DAYS } from '@desk/contracts';
import type { RetentionRule } from '@desk/service-kit';
import { accountTables } from '../agent-erasure/agent.repository.js';
import { NO_PASSWORD } from '../credentials/passwords.js';

/**
 * Ends accounts like an erasure does (ADR 0023), which frees the address: it was never shown to be theirs. One that an
 * administrator disabled stays, for what it may still prove.
 */
export const endUnconfirmedAccounts = {
  data: 'accounts that nobody confirmed, without a card',
  setting: 'RETENTION_UNCONFIRMED_ACCOUNTS_DAYS',
  defaultDays: UNCONFIRMED_ACCOUNT_DAYS,
  // The link in the welcome mail works for seven days.
  minDays: 7,
  outcome: 'anonymized',
  reason: 'an address belongs to nobody before it is confirmed, and its owner may want to sign up',
  sql: `
  WITH due AS (
         SELECT id, email FROM users
          WHERE email_confirmed_at IS NULL AND email_bounced_at IS NULL AND stripe_payment_method_id IS NULL
            AND erased_at IS NULL AND disabled_at IS NULL AND NOT is_admin
            AND created_at < now() - make_interval(days => $1)
          ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED),
       ${accountTables.map((table) => `of_${table} AS (DELETE FROM ${table} t USING due WHERE t.user_id = due.id)`).join(',\n       ')},
       sign_ups AS (
         UPDATE get_started_leads d
            SET first_name = NULL, last_name = NULL, company_name = NULL, email = NULL, phone = NULL,
                delivery_other = NULL, claim = NULL, terms_network = NULL, personal_data_removed_at = now()
           FROM due WHERE d.user_id = due.id),
       requests AS (
         UPDATE integration_requests r
            SET status = CASE status WHEN 'pending' THEN 'declined' ELSE status END, details = NULL,
                decline_reason = NULL, updated_at = now()
           FROM due WHERE r.user_id = due.id),
       audited AS (
         INSERT INTO audit_events (action, user_id, operator) SELECT 'agent-erased', id, 'retention' FROM due),
       ended AS (
         UPDATE users u
            SET erased_at = now(), disabled_at = now(), password = '${NO_PASSWORD}', has_second_factor = false,
                terms_network = NULL, updated_at = now()
           FROM due WHERE u.id = due.id RETURNING 1)
  SELECT count(*)::int AS rows FROM ended`,
} as const satisfies RetentionRule;
