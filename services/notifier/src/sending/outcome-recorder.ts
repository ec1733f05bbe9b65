import { Batcher, captureContext, runForEach, Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Dispatcher } from './dispatcher.js';
import { retryDelayMs } from './retry-schedule.js';
import type { SendAccepted, SendFailure } from './send-outcome.js';
import type { ClaimedRow } from './sending.repository.js';

interface Timed {
  readonly durationMs: number;
}

/** Records that a message was accepted. Returns when, or undefined if it was recorded before. */
type RecordAccepted = (tx: Tx) => Promise<Date | undefined>;

/** Commits what became of an attempt, with what follows from it. */
@Injectable()
export class OutcomeRecorder {
  private readonly accepted = new Batcher((records: readonly RecordAccepted[]) =>
    this.transactions.run(async (tx) => {
      const sentAt = await runForEach(records, (record) => record(tx));
      crashPoint('notifier.before-sent-commit');
      return sentAt;
    }),
  );

  constructor(
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async recordSent<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row,
    outcome: SendAccepted & Timed,
  ): Promise<void> {
    const inContext = captureContext();
    const recordedAt = await this.accepted.add((tx) =>
      inContext(async () => {
        dispatcher.logAttempt?.(tx, row, outcome);
        const sentAt = await dispatcher.rows.setSent(tx, row.id);
        if (sentAt) await dispatcher.onSent?.(tx, row, { ...outcome, sentAt });
        return sentAt;
      }),
    );
    crashPoint('notifier.after-sent-commit');
    if (recordedAt) await dispatcher.afterSent?.(row, recordedAt);
    this.logger.info(
      { ...dispatcher.toLogFields(row), kind: row.kind, attempt: row.attempts },
      'message sent',
    );
  }

  async recordFailure<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row,
    failure: SendFailure & Timed,
  ): Promise<void> {
    const { rows } = dispatcher;
    const { result, reason, providerCode } = failure;
    const retryMs =
      result === 'temporary'
        ? retryDelayMs(row.attempts - row.attemptsBefore, Math.random, failure.retryAfterMs)
        : undefined;
    const recorded = await this.transactions.run(async (tx) => {
      const isFinal = retryMs === undefined;
      const isMoved = await dispatcher.onFailure(tx, row, { ...failure, isFinal });
      dispatcher.logAttempt?.(tx, row, failure);
      // The failure was at the previous destination, so the new one is tried at once.
      const delayMs = retryMs ?? (isMoved ? 0 : undefined);
      const isRecorded = isFinal
        ? await (isMoved ? rows.restart(tx, row, reason) : rows.setFailed(tx, row, reason))
        : await rows.scheduleRetry(tx, row, { delayMs: retryMs, reason });
      if (!isRecorded) return undefined;
      if (delayMs === undefined) await dispatcher.onFailed?.(tx, row);
      else dispatcher.enqueue(tx, row, row.attempts + 1, delayMs);
      return { delayMs };
    });
    if (!recorded) return;
    const { delayMs } = recorded;
    if (delayMs === undefined) {
      crashPoint('notifier.after-failed-commit');
      dispatcher.afterFailed?.(row);
    }
    const fields = { kind: row.kind, attempt: row.attempts, reason, providerCode, delayMs };
    this.logger.warn(
      { ...dispatcher.toLogFields(row), ...fields },
      delayMs === undefined ? 'message failed permanently' : 'message attempt failed',
    );
  }
}
