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
] as const satisfies readonly RetentionRule[];
