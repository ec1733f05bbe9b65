import { Batcher, captureContext, type InContext, runForEach, Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Attempt, Dispatcher } from './dispatcher.js';
import { retryDelayMs } from './retry-schedule.js';
import type { SendAccepted, SendFailure } from './send-outcome.js';
import type { ClaimedRow, SendingRepository } from './sending.repository.js';

/** What a dispatcher does to record accepted messages, whatever its rows are. */
type AcceptedRecorder = Pick<Dispatcher<ClaimedRow>, 'logAttempts' | 'onSent'> & {
  readonly rows: Pick<SendingRepository<ClaimedRow>, 'setSent'>;
};

interface AcceptedMessage extends Attempt<ClaimedRow, SendAccepted> {
  readonly dispatcher: AcceptedRecorder;
  readonly inContext: InContext;
}

/** Commits the outcome of an attempt, with what follows from it. */
@Injectable()
export class OutcomeRecorder {
  private readonly accepted = new Batcher((messages: readonly AcceptedMessage[]) =>
    this.transactions.run(async (tx) => {
      const byDispatcher = Map.groupBy(messages, ({ dispatcher }) => dispatcher);
      const sent = await runForEach([...byDispatcher], ([dispatcher, group]) =>
        recordAccepted(tx, dispatcher, group),
      );
      const sentAt = new Map(sent.flat());
      return messages.map((message) => sentAt.get(message));
    }),
  );

  constructor(
    private readonly transactions: Transactions,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async recordSent<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    attempt: Attempt<Row, SendAccepted>,
  ): Promise<void> {
    const { row } = attempt;
    const sentAt = await this.accepted.add({ ...attempt, dispatcher, inContext: captureContext() });
    if (sentAt) await dispatcher.afterSent?.(row, sentAt);
    this.logger.info(
      { ...dispatcher.toLogFields(row), kind: row.kind, attempt: row.attempts },
      'message sent',
    );
  }

  async recordFailure<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    attempt: Attempt<Row, SendFailure>,
  ): Promise<void> {
    const { rows } = dispatcher;
    const { row, outcome: failure } = attempt;
    const { result, reason, providerCode } = failure;
    const retryMs =
      result === 'temporary'
        ? retryDelayMs(row.attempts - row.attemptsBefore, Math.random, failure.retryAfterMs)
        : undefined;
    const recorded = await this.transactions.run(async (tx) => {
      const isFinal = retryMs === undefined;
      const isMoved = await dispatcher.onFailure(tx, row, { ...failure, isFinal });
      dispatcher.logAttempts?.(tx, [attempt]);
      // The failure was at the previous destination, so the new one is tried at once.
      const delayMs = retryMs ?? (isMoved ? 0 : undefined);
      const isRecorded = isFinal
        ? await (isMoved ? rows.restart(tx, row, reason) : rows.setFailed(tx, row, reason))
        : await rows.scheduleRetry(tx, row, { delayMs: retryMs, reason });
      if (!isRecorded) return undefined;
      if (delayMs === undefined) await dispatcher.onFailed?.(tx, row);
      else rows.attemptAfterCommit(tx, row, delayMs);
      return { delayMs };
    });
    if (!recorded) return;
    const { delayMs } = recorded;
    if (delayMs === undefined) dispatcher.afterFailed?.(row);
    const fields = { kind: row.kind, attempt: row.attempts, reason, providerCode, delayMs };
    this.logger.warn(
      { ...dispatcher.toLogFields(row), ...fields },
      delayMs === undefined ? 'message failed permanently' : 'message attempt failed',
    );
  }
}

/** Returns when each message became sent, without those that were already sent or failed. */
async function recordAccepted(
  tx: Tx,
  dispatcher: AcceptedRecorder,
  messages: readonly AcceptedMessage[],
): Promise<(readonly [AcceptedMessage, Date])[]> {
  dispatcher.logAttempts?.(tx, messages);
  const times = await dispatcher.rows.setSent(
    tx,
    messages.map(({ row }) => row.id),
  );
  const sent = messages.flatMap((message) => {
    const sentAt = times.get(message.row.id);
    // Of two attempts at the same message, one sets it sent.
    times.delete(message.row.id);
    return sentAt ? [[message, sentAt] as const] : [];
  });
  dispatcher.onSent?.(
    tx,
    sent.map(([message, sentAt]) => ({ ...message, sentAt })),
  );
  return sent;
}
