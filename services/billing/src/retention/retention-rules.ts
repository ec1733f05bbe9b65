import { deleteDue, type RetentionRule } from '@desk/service-kit';

/** Purchases are kept for bookkeeping, at least seven years. They hold ids, amounts and times, and no names. */
export const retentionRules = [
  {
    data: 'provider events',
    setting: 'RETENTION_PROVIDER_EVENTS_DAYS',
    defaultDays: 90,
    minDays: 31,
    outcome: 'removed',
    reason: 'recognizes a repeated event; the provider can send one again for 30 days',
    sql: deleteDue({
      table: 'provider_events',
      key: 'event_id',
      since: 'processed_at',
      where: 'processed_at IS NOT NULL',
    }),
  },
  {
    data: 'card set-ups',
    setting: 'RETENTION_CARD_SETUPS_DAYS',
    defaultDays: 30,
    minDays: 2,
    outcome: 'removed',
    reason: 'counts against the limits of a day',
    sql: deleteDue({ table: 'card_setups', key: 'request_id', since: 'created_at', where: 'true' }),
  },
  {
    data: 'used proofs of work',
    setting: 'RETENTION_USED_PROOFS_DAYS',
    defaultDays: 1,
    minDays: 1,
    outcome: 'removed',
    reason: 'a proof is good for ten minutes and one use',
    sql: deleteDue({ table: 'used_proofs', key: 'signature', since: 'used_at', where: 'true' }),
  },
] as const satisfies readonly RetentionRule[];
