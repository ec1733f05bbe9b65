import { deleteDue, type RetentionRule, updateDue } from '@desk/service-kit';

/**
 * Accounts themselves are kept until they are erased. Requests for integrations and audit entries stay, without
 * personal data.
 */
export const retentionRules = [
  {
    data: 'abandoned sign-ups',
    setting: 'RETENTION_ABANDONED_SIGN_UPS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'lets a person continue a sign-up',
    sql: deleteDue({
      table: 'get_started_leads',
      key: 'id',
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
        table: 'get_started_leads',
        key: 'id',
        since: 'updated_at',
        where: '(completed_at IS NOT NULL OR user_id IS NOT NULL) AND personal_data_removed_at IS NULL',
      },
      `first_name = NULL, last_name = NULL, company_name = NULL, email = NULL, phone = NULL, delivery_other = NULL,
       claim = NULL, personal_data_removed_at = now()`,
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
    data: 'password resets',
    setting: 'RETENTION_PASSWORD_RESETS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'explains a reset that the user did not request',
    sql: deleteDue({ table: 'password_resets', key: 'id', since: 'expires_at' }),
  },
  {
    data: 'email changes',
    setting: 'RETENTION_EMAIL_CHANGES_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'explains a change that the user did not request',
    sql: deleteDue({ table: 'email_changes', key: 'id', since: 'expires_at' }),
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
    data: 'audit values',
    setting: 'RETENTION_AUDIT_VALUES_DAYS',
    defaultDays: 730,
    minDays: 365,
    outcome: 'anonymized',
    reason: 'explains changes of an account; who did what and when stays',
    sql: 'SELECT anonymize_audit_events($1, $2) AS rows',
  },
] as const satisfies readonly RetentionRule[];
