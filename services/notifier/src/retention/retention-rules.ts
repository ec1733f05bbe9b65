import { deleteDue, type RetentionRule, updateDue } from '@desk/service-kit';

const FINISHED_AT = 'COALESCE(sent_at, failed_at)';

/** Channels are kept as long as their agent's account. Queued messages are never touched. */
export const retentionRules = [
  {
    data: 'delivery contents',
    setting: 'RETENTION_DELIVERY_CONTENTS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'anonymized',
    reason: 'lets a failed delivery be sent again; when and where it was delivered stays',
    sql: updateDue(
      {
        table: 'deliveries',
        since: FINISHED_AT,
        where: "status <> 'queued' AND content_removed_at IS NULL",
      },
      `content = '{}', content_removed_at = now()`,
    ),
  },
  {
    data: 'phone codes',
    setting: 'RETENTION_PHONE_CODES_DAYS',
    defaultDays: 2,
    minDays: 2,
    outcome: 'removed',
    reason: 'counts against the limits of a day; a confirmed one was copied to the consents',
    sql: deleteDue({ table: 'phone_codes', since: 'requested_at', where: 'true' }),
  },
  {
    data: 'Slack set-ups',
    setting: 'RETENTION_SLACK_SET_UPS_DAYS',
    defaultDays: 1,
    minDays: 1,
    outcome: 'removed',
    reason: 'keeps a set-up from being completed twice',
    sql: deleteDue({ table: 'slack_set_ups', since: 'started_at', where: 'true' }),
  },
  {
    data: 'browser notifications',
    setting: 'RETENTION_PUSH_MESSAGES_DAYS',
    defaultDays: 7,
    minDays: 1,
    outcome: 'removed',
    reason: 'shows the agent the result of the last one; a repeated event must not send it again',
    sql: deleteDue({ table: 'push_messages', since: FINISHED_AT, where: "status <> 'queued'" }),
  },
  {
    data: 'browsers that ended their notifications',
    setting: 'RETENTION_ENDED_BROWSERS_DAYS',
    defaultDays: 30,
    minDays: 1,
    outcome: 'removed',
    reason: 'tells the agent why nothing arrives there; how the browser was reached is removed at once',
    sql: deleteDue({ table: 'push_subscriptions', since: 'ended_at', where: 'ended_at IS NOT NULL' }),
  },
  {
    data: 'account mails',
    setting: 'RETENTION_ACCOUNT_MAILS_DAYS',
    defaultDays: 90,
    minDays: 31,
    outcome: 'removed',
    reason: 'answers whether a mail was sent; a repeated event must not send it again',
    sql: deleteDue({ table: 'account_mails', since: FINISHED_AT, where: "status <> 'queued'" }),
  },
] as const satisfies readonly RetentionRule[];
