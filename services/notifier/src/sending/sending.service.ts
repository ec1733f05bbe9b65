import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger, ProviderCalls } from '@desk/service-kit';
import type { DeliveryFailureReason } from '@desk/contracts';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { ChannelPlaces } from './channel-places.js';
import type { Dispatcher } from './dispatcher.js';
import { Lane } from './lane.js';
import { type MessageKind, messageKinds } from './message-kind.js';
import { retryDelayMs } from './retry-schedule.js';
import { type SendAccepted, type SendFailure, type SendOutcome, sendResults } from './send-outcome.js';
import { type ClaimedRow, LEASE_RENEWAL_MS } from './sending.repository.js';

/**
 * How often each dispatcher's overdue rows are looked for, ±25%. What a killed process was sending, another one sends
 * within 13 s: first its lease of six seconds ends, then the next sweep finds the row. Keep it within 15 s (ADR 0051).
 */
export const SWEEP_INTERVAL_MS = 5_000;
/** As metrics name it. */
const SEND = 'send';

interface Timed {
  readonly durationMs: number;
}

interface RecordedFailure {
  /** False if another process has claimed the row since. */
  readonly isRecorded: boolean;
  /** Until the next attempt; undefined after the last. */
  readonly delayMs?: number;
}

const laneName = <Content>({ rows }: Dispatcher<Content>, kind: MessageKind): string =>
  `${rows.table} ${kind}`;

/**
 * Makes one attempt: leases the row, sends the message, then records the outcome. If the process dies in between, the
 * lease runs out and the same message is sent again under the same id.
 */
@Injectable()
export class SendingService implements BeforeApplicationShutdown {
  private readonly lanes = new Map<string, Lane>();
  /** Messages that were accepted since this process started, by lane. */
  private readonly accepted = new Map<string, number>();
  private readonly channelPlaces = new Map<MessageKind, ChannelPlaces>();

  constructor(
    private readonly transactions: Transactions,
    private readonly calls: ProviderCalls,
    @InjectLogger() private readonly logger: Logger,
  ) {
    for (const provider of messageKinds)
      calls.startAtZero({ provider, operations: [SEND], outcomes: sendResults });
  }

  /**
   * Does nothing if no attempt is due, if the lane is full and takes the row later, or while another process is sending:
   * should that process die, `sendStuck` finds the row.
   */
  attempt<Content>(dispatcher: Dispatcher<Content>, id: string, kind: MessageKind): Promise<void> {
    if (this.placesOf(dispatcher, kind)) {
      // Whether this row may be sent depends on what else its channel occupies, which only `takeNext` counts.
      this.laneOf(dispatcher, kind).wake();
      return Promise.resolve();
    }
    // Claims inside the lane, so that the lease does not run while the message waits.
    return this.laneOf(dispatcher, kind).run(async () => {
      const row = await dispatcher.rows.claim(this.transactions, id);
      if (row) await this.sendClaimed(dispatcher, row);
    });
  }

  /** Lets each lane send rows that are due but were lost with a process or a message. Safe to run in several copies. */
  async sendStuck<Content>(dispatcher: Dispatcher<Content>): Promise<void> {
    const { table } = dispatcher.rows;
    const stuck = await dispatcher.rows.countStuck(this.transactions);
    for (const { kind, rows } of stuck) {
      this.logger.warn({ table, kind, rows }, 'sends are overdue');
      this.laneOf(dispatcher, kind).wake();
    }
  }

  /** How a lane of this process is doing. `accepted` counts messages since the start. */
  progressOf<Content>(
    dispatcher: Dispatcher<Content>,
    kind: MessageKind,
  ): { readonly isFull: boolean; readonly accepted: number } {
    const name = laneName(dispatcher, kind);
    return { isFull: this.lanes.get(name)?.isFull === true, accepted: this.accepted.get(name) ?? 0 };
  }

  /** What is sent at a shutdown is recorded before the connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.lanes.values()].map((lane) => lane.close()));
  }

  private laneOf<Content>(dispatcher: Dispatcher<Content>, kind: MessageKind): Lane {
    const name = laneName(dispatcher, kind);
    let lane = this.lanes.get(name);
    if (!lane) {
      lane = new Lane(dispatcher.places(kind), (onClaimed) => this.takeNext(dispatcher, kind, onClaimed));
      this.lanes.set(name, lane);
    }
    return lane;
  }

  private placesOf<Content>(dispatcher: Dispatcher<Content>, kind: MessageKind): ChannelPlaces | undefined {
    const limit = dispatcher.placesPerChannel?.(kind);
    if (limit === undefined) return undefined;
    let places = this.channelPlaces.get(kind);
    if (!places) {
      places = new ChannelPlaces(limit);
      this.channelPlaces.set(kind, places);
    }
    return places;
  }

  private async takeNext<Content>(
    dispatcher: Dispatcher<Content>,
    kind: MessageKind,
    onClaimed: () => void,
  ): Promise<boolean> {
    try {
      const places = this.placesOf(dispatcher, kind);
      const row = await dispatcher.rows.claimNext(this.transactions, kind, places?.listFull());
      if (!row) return false;
      const release = places?.occupy(row.channelId ?? '');
      onClaimed();
      try {
        await this.sendClaimed(dispatcher, row);
      } finally {
        // Rows of a channel that was full may be waiting.
        if (release?.() === true) this.laneOf(dispatcher, kind).wake();
      }
      return true;
    } catch (err) {
      // The row is sent when its lease has run out.
      this.logger.warn({ err, table: dispatcher.rows.table, kind }, 'a waiting message could not be sent');
      return false;
    }
  }

  private async sendClaimed<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
  ): Promise<void> {
    crashPoint('notifier.before-send');
    const startedAt = performance.now();
    const outcome = await this.sendWhileRenewing(dispatcher, row);
    const durationMs = Math.round(performance.now() - startedAt);
    this.calls.record({ provider: row.kind, operation: SEND, outcome: outcome.result, durationMs });
    if (outcome.result === 'accepted') await this.recordSent(dispatcher, row, { ...outcome, durationMs });
    else await this.recordFailure(dispatcher, row, { ...outcome, durationMs });
  }

  /** Renews the lease until the attempt has ended, so that no other process sends the message meanwhile. */
  private async sendWhileRenewing<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
  ): Promise<SendOutcome> {
    const renew = (): void =>
      void dispatcher.rows.renewLease(this.transactions, row).catch((err: unknown) => {
        this.logger.warn({ err, ...dispatcher.toLogFields(row) }, 'lease renewal failed');
      });
    const timer = setInterval(renew, LEASE_RENEWAL_MS);
    try {
      return await this.send(dispatcher, row);
    } finally {
      clearInterval(timer);
    }
  }

  /** Treats an internal error as a failed attempt, so that a persistent one ends in `failed`. */
  private async send<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
  ): Promise<SendOutcome> {
    try {
      return await dispatcher.send(row);
    } catch (err) {
      this.logger.error(
        { err, ...dispatcher.toLogFields(row), attempt: row.attempts },
        'message composition failed',
      );
      return { result: 'temporary', reason: 'NOT_COMPOSED' };
    }
  }

  private async recordSent<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
    outcome: SendAccepted & Timed,
  ): Promise<void> {
    crashPoint('notifier.after-send');
    const lane = laneName(dispatcher, row.kind);
    this.accepted.set(lane, (this.accepted.get(lane) ?? 0) + 1);
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

  private async recordFailure<Content>(
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
