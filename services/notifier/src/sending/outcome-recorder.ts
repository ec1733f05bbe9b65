import type { DeliveryFailureReason } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Dispatcher } from './dispatcher.js';
import { retryDelayMs } from './retry-schedule.js';
import type { SendAccepted, SendFailure } from './send-outcome.js';
import type { ClaimedRow } from './sending.repository.js';

interface Timed {
  readonly durationMs: number;
}

interface RecordedFailure {
  /** False if another process has claimed the row since. */
  readonly isRecorded: boolean;
  /** Until the next attempt; undefined after the last. */
  readonly delayMs?: number;
}

/** Commits what became of an attempt, with what follows from it. */
@Injectable()
export class OutcomeRecorder {
  constructor(
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async recordSent<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
    outcome: SendAccepted & Timed,
  ): Promise<void> {
    const recordedAt = await this.transactions.run(async (tx) => {
      dispatcher.rows.logAttempt(tx, row, outcome);
      const sentAt = await dispatcher.rows.setSent(tx, row.id);
      if (sentAt) await dispatcher.onSent(tx, row, { ...outcome, sentAt });
      crashPoint('notifier.before-sent-commit');
      return sentAt;
    });
    crashPoint('notifier.after-sent-commit');
    if (recordedAt) await dispatcher.afterSent?.(row, recordedAt);
    this.logger.info(
      { ...dispatcher.toLogFields(row), kind: row.kind, attempt: row.attempts },
      'message sent',
    );
  }

  async recordFailure<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
    failure: SendFailure & Timed,
  ): Promise<void> {
    const { result, reason, providerCode } = failure;
    const retryMs =
      result === 'temporary'
        ? retryDelayMs(row.attempts - row.attemptsBefore, Math.random, failure.retryAfterMs)
        : undefined;
    const { isRecorded, delayMs } = await this.transactions.run(async (tx) => {
      await dispatcher.onFailure(tx, row, { ...failure, isFinal: retryMs === undefined });
      dispatcher.rows.logAttempt(tx, row, failure);
      if (retryMs !== undefined) return this.retry(dispatcher, tx, row, { delayMs: retryMs, reason });
      const isMoved = (await dispatcher.hasNewDestination?.(tx, row)) === true;
      return isMoved
        ? this.restart(dispatcher, tx, row, reason)
        : this.setFailed(dispatcher, tx, row, reason);
    });
    if (!isRecorded) return;
    if (delayMs === undefined) {
      crashPoint('notifier.after-failed-commit');
      dispatcher.afterFailed?.(row);
    }
    this.logger.warn(
      {
        ...dispatcher.toLogFields(row),
        kind: row.kind,
        attempt: row.attempts,
        reason,
        providerCode,
        delayMs,
      },
      delayMs === undefined ? 'message failed permanently' : 'message attempt failed',
    );
  }

  private async retry<Content>(
    dispatcher: Dispatcher<Content>,
    tx: Tx,
    row: ClaimedRow<Content>,
    retry: { readonly delayMs: number; readonly reason: DeliveryFailureReason },
  ): Promise<RecordedFailure> {
    const isRecorded = await dispatcher.rows.scheduleRetry(tx, row, retry);
    if (isRecorded) dispatcher.enqueue(tx, row, row.attempts + 1, retry.delayMs);
    return { isRecorded, delayMs: retry.delayMs };
  }

  /** Tries the new destination at once. What failed says nothing about it. */
  private async restart<Content>(
    dispatcher: Dispatcher<Content>,
    tx: Tx,
    row: ClaimedRow<Content>,
    reason: DeliveryFailureReason,
  ): Promise<RecordedFailure> {
    const isRecorded = await dispatcher.rows.restart(tx, row, reason);
    if (isRecorded) dispatcher.enqueue(tx, row, row.attempts + 1);
    return { isRecorded, delayMs: 0 };
  }

  private async setFailed<Content>(
    dispatcher: Dispatcher<Content>,
    tx: Tx,
    row: ClaimedRow<Content>,
    reason: DeliveryFailureReason,
  ): Promise<RecordedFailure> {
    const isRecorded = await dispatcher.rows.setFailed(tx, row, reason);
    if (isRecorded) await dispatcher.onFailed?.(tx, row);
    return { isRecorded };
  }
}
