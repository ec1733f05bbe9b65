import type { Delivery } from '@desk/contracts';
import type { DeliveryRow } from './delivery-log.repository.js';
import { readFailureReason } from './stored-failure-codes.js';

export const toDeliveryDto = (row: DeliveryRow): Delivery => ({
  ...row,
  queuedAt: row.queuedAt.toISOString(),
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  sentAt: row.sentAt?.toISOString() ?? null,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  failedAt: row.failedAt?.toISOString() ?? null,
  lastErrorCode: readFailureReason(row.lastErrorCode),
});
