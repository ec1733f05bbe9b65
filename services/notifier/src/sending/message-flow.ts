import { runForEach, type Tx } from '@desk/outbox';
import type { Logger, ProviderCalls } from '@desk/service-kit';
import type { AfterCommit, Attempt, Flow, LaneLimits, Postponement } from '@desk/steps';
import { retryDelayMs } from './retry-schedule.js';
import {
  type SendAccepted,
  type SendAttempt,
  type SendFailure,
  type SendOutcome,
  sendResults,
  type SentMessage,
} from './send-outcome.js';
import { type ClaimedRow, messageKinds, type SendingRepository } from './sending.repository.js';

/**
 * Sends the messages of one table until each is sent or has failed. If the process dies between a provider's acceptance and
 * our commit, the same message is sent again under the same id.
 *
 * | committed                       | how the message continues                                        |
 * | ------------------------------- | ---------------------------------------------------------------- |
 * | 1. queued                       | sent at once, or by a sweep                                      |
 * | 2. claimed, with a lease        | sent again once the lease has run out                            |
 * | 3. queued again, with the error | sent again after the delay; at once if the destination is new    |
 * | 4. sent or failed, with events  | nothing more is sent                                             |
 */
export abstract class MessageFlow<Row extends ClaimedRow> implements Flow<Row, SendOutcome> {
  readonly action = 'send';
  /** Messages of each kind that were accepted since this process started. */
  readonly accepted = new Map<string, number>();

  constructor(
    readonly table: SendingRepository<Row>,
    private readonly calls: ProviderCalls,
    private readonly logger: Logger,
  ) {
    for (const provider of messageKinds)
      calls.startAtZero({ provider, operations: [this.action], outcomes: sendResults });
  }

  abstract limits(kind: Row['kind']): LaneLimits<Row>;
  abstract send(row: Row): Promise<SendOutcome | Postponement>;
  /** Fields for log lines. Ids only, never personal data. */
  abstract toLogFields(row: Row): Readonly<Record<string, string>>;
  /**
   * Runs in the transaction that records the failure, before the row is locked. `isFinal`: no attempt follows at this
   * destination. Returns whether such a row got another destination meanwhile, which is then tried.
   */
  abstract onFailure(
    tx: Tx,
    row: Row,
    failure: SendFailure & { readonly isFinal: boolean },
  ): Promise<boolean>;
  /** Runs in the transaction that records the successes. */
  protected onSent(_tx: Tx, _sent: readonly SentMessage<Row>[]): void {}
  /** Runs in the transaction that records the outcomes of the attempts. */
  protected logAttempts(_tx: Tx, _attempts: readonly SendAttempt<Row>[]): void {}
  /** Runs in the transaction that records the failure of the last attempt, after the row has become `failed`. */
  protected async onFailed(_tx: Tx, _row: Row): Promise<void> {}
  /** These run once after the commit. Must not throw. */
  protected afterFailed(_row: Row): void {}
  protected async afterSent(_sent: SentMessage<Row>): Promise<void> {}

  async act(row: Row): Promise<SendOutcome | Postponement> {
    const startedAt = performance.now();
    const outcome = await this.compose(row);
    if (outcome.result === 'postponed') return outcome;
    const call = { provider: row.kind, operation: this.action, outcome: outcome.result };
    this.calls.record({ ...call, durationMs: performance.now() - startedAt });
    if (outcome.result === 'accepted') this.accepted.set(row.kind, (this.accepted.get(row.kind) ?? 0) + 1);
    return outcome;
  }

  isUsual({ result }: SendOutcome): boolean {
    return result === 'accepted';
  }

  record(tx: Tx, attempts: readonly SendAttempt<Row>[]): Promise<readonly (AfterCommit | undefined)[]> {
    return attempts.every(isAccepted)
      ? this.recordAccepted(tx, attempts)
      : runForEach(attempts, (attempt) => this.recordFailure(tx, attempt));
  }

  /** Treats an internal error as a failed attempt, so that a persistent one ends in `failed`. */
  private async compose(row: Row): Promise<SendOutcome | Postponement> {
    try {
      return await this.send(row);
    } catch (err) {
      const fields = { err, ...this.toLogFields(row), attempt: row.attempts };
      this.logger.error(fields, 'message composition failed');
      return { result: 'temporary', reason: 'NOT_COMPOSED' };
    }
  }

  private async recordAccepted(
    tx: Tx,
    attempts: readonly Attempt<Row, SendAccepted>[],
  ): Promise<AfterCommit[]> {
    this.logAttempts(tx, attempts);
    const times = await this.table.setSent(
      tx,
      attempts.map(({ row }) => row.id),
    );
    const sent = attempts.flatMap((attempt) => {
      const sentAt = times.get(attempt.row.id);
      // Of two attempts at the same message, one sets it sent.
      times.delete(attempt.row.id);
      return sentAt ? [{ ...attempt, sentAt }] : [];
    });
    this.onSent(tx, sent);
    const sentOf = new Map(sent.map((one) => [one.row, one]));
    return attempts.map(({ row }) => async () => {
      const one = sentOf.get(row);
      if (one) await this.afterSent(one);
      this.logger.info({ ...this.toLogFields(row), kind: row.kind, attempt: row.attempts }, 'message sent');
    });
  }

  private async recordFailure(tx: Tx, attempt: SendAttempt<Row>): Promise<AfterCommit | undefined> {
    const { row, outcome: failure } = attempt;
    if (failure.result === 'accepted') throw new Error('a success is no failure');
    const { result, reason, providerCode } = failure;
    const retryMs =
      result === 'temporary'
        ? retryDelayMs(row.attempts - row.attemptsBefore, Math.random, failure.retryAfterMs)
        : undefined;
    const isFinal = retryMs === undefined;
    const isMoved = await this.onFailure(tx, row, { ...failure, isFinal });
    this.logAttempts(tx, [attempt]);
    // The failure was at the previous destination, so the new one is tried at once.
    const delayMs = retryMs ?? (isMoved ? 0 : undefined);
    const isRecorded = isFinal
      ? await (isMoved ? this.table.restart(tx, row, reason) : this.table.setFailed(tx, row, reason))
      : await this.table.scheduleRetry(tx, row, { delayMs: retryMs, reason });
    if (!isRecorded) return undefined;
    if (delayMs === undefined) await this.onFailed(tx, row);
    else this.table.attemptAfterCommit(tx, row, delayMs);
    return () => {
      if (delayMs === undefined) this.afterFailed(row);
      const fields = { kind: row.kind, attempt: row.attempts, reason, providerCode, delayMs };
      this.logger.warn(
        { ...this.toLogFields(row), ...fields },
        delayMs === undefined ? 'message failed permanently' : 'message attempt failed',
      );
    };
  }
}

const isAccepted = <Row extends ClaimedRow>(
  attempt: SendAttempt<Row>,
): attempt is Attempt<Row, SendAccepted> => attempt.outcome.result === 'accepted';
