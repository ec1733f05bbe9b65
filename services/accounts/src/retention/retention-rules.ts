import { STATUS_DAYS, UNCONFIRMED_ACCOUNT_DAYS } from '@desk/contracts';
import { deleteDue, type RetentionRule, updateDue } from '@desk/service-kit';
import { ANONYMIZE_DRAFT, endAccounts } from '../agent-erasure/agent.repository.js';
import { MEMORY_DAYS } from '../known-devices/known-devices.js';

/** Each user's last device stays, so that a sign-in after a long time is compared with something. */
const DELETE_FORGOTTEN_DEVICES = `
  WITH due AS (
         SELECT user_id, device_key FROM known_devices d
          WHERE last_seen_at < now() - make_interval(days => $1)
            AND EXISTS (SELECT 1 FROM known_devices later WHERE later.user_id = d.user_id
                         AND (later.last_seen_at, later.device_key) > (d.last_seen_at, d.device_key))
          ORDER BY last_seen_at LIMIT $2 FOR UPDATE SKIP LOCKED),
       changed AS (
         DELETE FROM known_devices d USING due
          WHERE d.user_id = due.user_id AND d.device_key = due.device_key RETURNING 1)
  SELECT count(*)::int AS rows FROM changed`;

/**
 * Accounts that somebody confirmed or that have a card are kept until they are erased. Requests for
 * integrations stay with them; what an agent wrote is removed when the request is resolved. Audit entries
 * stay, without personal data.
 */
export const retentionRules = [
  // Ends accounts like an erasure (ADR 28), which frees the address: it was never shown to be theirs. Keeps
  // accounts that an admin disabled, as evidence.
  {
    data: 'accounts that nobody confirmed, without a card',
    setting: 'RETENTION_UNCONFIRMED_ACCOUNTS_DAYS',
    defaultDays: UNCONFIRMED_ACCOUNT_DAYS,
    // The link in the welcome mail works for seven days.
    minDays: 7,
    outcome: 'anonymized',
    reason: 'an address belongs to nobody before it is confirmed, and its owner may want to sign up',
    sql: `${endAccounts(`
           SELECT id FROM users
            WHERE email_confirmed_at IS NULL AND stripe_payment_method_id IS NULL
              AND erased_at IS NULL AND disabled_at IS NULL AND NOT is_admin
              AND created_at < now() - make_interval(days => $1)
            ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`)},
         audited AS (
           INSERT INTO audit_events (action, user_id, operator) SELECT 'agent-erased', id, 'retention' FROM due)
    SELECT count(*)::int AS rows FROM ended`,
  },
  {
    data: 'abandoned sign-ups',
    setting: 'RETENTION_ABANDONED_SIGN_UPS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'lets a person continue a sign-up',
    sql: deleteDue({
      table: 'sign_up_drafts',
      since: 'updated_at',
      where: 'completed_at IS NULL AND user_id IS NULL',
    }),
  },
  {
    data: 'completed sign-ups',
    setting: 'RETENTION_COMPLETED_SIGN_UPS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'anonymized',
    reason: 'finishes a sign-up whose card is missing; the accepted terms stay on record',
    sql: updateDue(
      {
        table: 'sign_up_drafts',
        since: 'updated_at',
        where: '(completed_at IS NOT NULL OR user_id IS NOT NULL) AND personal_data_removed_at IS NULL',
      },
      ANONYMIZE_DRAFT,
    ),
  },
  {
    data: 'expired sessions',
    setting: 'RETENTION_EXPIRED_SESSIONS_DAYS',
    defaultDays: 1,
    minDays: 0,
    outcome: 'removed',
    reason: 'nothing needs them any more',
    sql: deleteDue({ table: 'sessions', key: 'sid', since: 'expire' }),
  },
  {
    data: 'known devices',
    setting: 'RETENTION_KNOWN_DEVICES_DAYS',
    defaultDays: MEMORY_DAYS,
    minDays: MEMORY_DAYS,
    outcome: 'removed',
    reason: 'a sign-in from a device that is not known is reported to the owner',
    sql: DELETE_FORGOTTEN_DEVICES,
  },
  {
    data: 'sign-in challenges',
    setting: 'RETENTION_SIGN_IN_CHALLENGES_DAYS',
    defaultDays: 0,
    minDays: 0,
    outcome: 'removed',
    reason: 'nothing needs them once they have expired',
    sql: deleteDue({ table: 'sign_in_challenges', key: 'token_hash', since: 'expires_at' }),
  },
  {
    data: 'unconfirmed authenticator apps',
    setting: 'RETENTION_UNCONFIRMED_APPS_DAYS',
    defaultDays: 1,
    minDays: 1,
    outcome: 'removed',
    reason: 'the user may still be setting one up',
    sql: deleteDue({ table: 'authenticator_apps', since: 'created_at', where: 'confirmed_at IS NULL' }),
  },
  {
    data: 'password resets',
    setting: 'RETENTION_PASSWORD_RESETS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'explains a reset that the user did not request',
    sql: deleteDue({ table: 'password_resets', since: 'expires_at' }),
  },
  {
    data: 'email changes',
    setting: 'RETENTION_EMAIL_CHANGES_DAYS',
    defaultDays: 30,
    // A change can be undone for three days.
    minDays: 3,
    outcome: 'removed',
    reason: 'explains a change that the user did not request',
    sql: deleteDue({ table: 'email_changes', since: 'expires_at' }),
  },
  {
    data: 'email confirmations',
    setting: 'RETENTION_EMAIL_CONFIRMATIONS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'explains when an address was confirmed',
    sql: deleteDue({ table: 'email_confirmations', since: 'expires_at' }),
  },
  {
    data: 'rate limit counters',
    setting: 'RETENTION_RATE_LIMIT_COUNTERS_DAYS',
    defaultDays: 60,
    minDays: 60,
    outcome: 'removed',
    reason: 'networks from which an owner signed in are exempt for 60 days',
    sql: deleteDue({ table: 'throttles', key: 'key', since: 'updated_at', where: 'blocked_until < now()' }),
  },
  {
    data: 'component checks',
    setting: 'RETENTION_COMPONENT_CHECKS_DAYS',
    defaultDays: STATUS_DAYS + 1,
    minDays: STATUS_DAYS + 1,
    outcome: 'removed',
    reason: 'the status page shows 90 days',
    sql: deleteDue({ table: 'component_checks', key: 'minute', since: 'minute' }),
  },
  {
    data: 'audit values',
    setting: 'RETENTION_AUDIT_VALUES_DAYS',
    defaultDays: 730,
    minDays: 365,
    outcome: 'anonymized',
    reason: 'explains changes of an account; who did what and when stays',
    sql: 'SELECT anonymize_audit_events($1, $2) AS rows',
  },
] as const satisfies readonly RetentionRule[];
