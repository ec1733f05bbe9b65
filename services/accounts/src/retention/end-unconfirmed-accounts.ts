import { UNCONFIRMED_ACCOUNT_DAYS } from '@desk/contracts';
import type { RetentionRule } from '@desk/service-kit';
import { endAccounts } from '../agent-erasure/agent.repository.js';

/**
 * Ends accounts like an erasure does (ADR 28), which frees the address: it was never shown to be theirs. One that an
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
  sql: `${endAccounts(`
         SELECT id FROM users
          WHERE email_confirmed_at IS NULL AND email_bounced_at IS NULL AND stripe_payment_method_id IS NULL
            AND erased_at IS NULL AND disabled_at IS NULL AND NOT is_admin
            AND created_at < now() - make_interval(days => $1)
          ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`)},
       audited AS (
         INSERT INTO audit_events (action, user_id, operator) SELECT 'agent-erased', id, 'retention' FROM due)
  SELECT count(*)::int AS rows FROM ended`,
} as const satisfies RetentionRule;
