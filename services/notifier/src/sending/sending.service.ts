import { Transactions } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger, ProviderCalls } from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DestinationPlaces } from './destination-places.js';
import type { Dispatcher } from './dispatcher.js';
import { Lane } from './lane.js';
import { type MessageKind, messageKinds } from './message-kind.js';
import { OutcomeRecorder } from './outcome-recorder.js';
import { unreadableDelayMs } from './retry-schedule.js';
import { type Postponement, type SendOutcome, sendResults } from './send-outcome.js';
import { type ClaimedRow, LEASE_RENEWAL_MS, type UnreadableRow } from './sending.repository.js';

/**
 * How often each dispatcher's overdue rows are looked for, ±25%. What a killed process was sending, another one sends
 * within 13 s: first its lease of six seconds ends, then the next sweep finds the row. Keep it within 15 s (ADR 16).
 */
export const SWEEP_INTERVAL_MS = 5_000;
/** As metrics name it. */
const SEND = 'send';
/** A destination that occupies all places it may, and frees none for so long, accepts nothing now. */
const STALLED_AFTER_MS = 5_000;

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
  /** By lane. */
  private readonly destinationPlaces = new Map<string, DestinationPlaces>();

  constructor(
    private readonly transactions: Transactions,
    private readonly outcomes: OutcomeRecorder,
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
    const lane = this.laneOf(dispatcher, kind);
    const limit = dispatcher.limitPerDestination?.(kind);
    if (limit?.by === 'channel') {
      // Slow endpoints would keep the handlers of requests like this one busy.
      lane.wake();
      return Promise.resolve();
    }
    // Claims inside the lane, so that the lease does not run while the message waits.
    return lane.run(async () => {
      const full = this.placesOf(dispatcher, kind)?.listFull().keys;
      const row = await dispatcher.rows.claim(this.transactions, id, full);
      if (row) await this.sendInPlace(dispatcher, row);
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

  /**
   * How a lane of this process is doing. It is full also if one destination occupies all places it may. `accepted` counts
   * messages since the start.
   */
  progressOf<Content>(
    dispatcher: Dispatcher<Content>,
    kind: MessageKind,
  ): { readonly isFull: boolean; readonly accepted: number; readonly stalled: readonly string[] } {
    const name = laneName(dispatcher, kind);
    const places = this.destinationPlaces.get(name);
    const hasFullDestination = places !== undefined && places.listFull().keys.length > 0;
    return {
      isFull: hasFullDestination || this.lanes.get(name)?.isFull === true,
      accepted: this.accepted.get(name) ?? 0,
      stalled: places?.listStalled(STALLED_AFTER_MS).keys ?? [],
    };
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

  private placesOf<Content>(
    dispatcher: Dispatcher<Content>,
    kind: MessageKind,
  ): DestinationPlaces | undefined {
    const limit = dispatcher.limitPerDestination?.(kind);
    if (limit === undefined) return undefined;
    const name = laneName(dispatcher, kind);
    let places = this.destinationPlaces.get(name);
    if (!places) {
      places = new DestinationPlaces(limit);
      this.destinationPlaces.set(name, places);
    }
    return places;
  }

  private async takeNext<Content>(
    dispatcher: Dispatcher<Content>,
    kind: MessageKind,
    onClaimed: () => void,
  ): Promise<boolean> {
    try {
      const full = this.placesOf(dispatcher, kind)?.listFull();
      const row = await dispatcher.rows.claimNext(this.transactions, kind, full);
      if (!row) return false;
      await this.sendInPlace(dispatcher, row, onClaimed);
      return true;
    } catch (err) {
      // The row is sent when its lease has run out.
      this.logger.warn({ err, table: dispatcher.rows.table, kind }, 'a waiting message could not be sent');
      return false;
    }
  }

  /** Gives the row back if another claim took the last place of its destination meanwhile. */
  private async sendInPlace<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content> | UnreadableRow,
    onPlaced: () => void = () => undefined,
  ): Promise<void> {
    const places = this.placesOf(dispatcher, row.kind);
    const release = places?.occupy(row);
    onPlaced();
    if (places && !release) {
      await dispatcher.rows.postpone(this.transactions, row);
      return;
    }
    try {
      if ('unreadable' in row) await this.postponeUnreadable(dispatcher, row);
      else await this.sendClaimed(dispatcher, row);
    } finally {
      // Rows of a destination that was full may be waiting.
      if (release?.() === true) this.laneOf(dispatcher, row.kind).wake();
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
    if (outcome.result === 'postponed') {
      await this.postpone(dispatcher, row, outcome.delayMs);
      return;
    }
    this.calls.record({ provider: row.kind, operation: SEND, outcome: outcome.result, durationMs });
    if (outcome.result === 'accepted') {
      crashPoint('notifier.after-send');
      const lane = laneName(dispatcher, row.kind);
      this.accepted.set(lane, (this.accepted.get(lane) ?? 0) + 1);
      await this.outcomes.recordSent(dispatcher, row, { ...outcome, durationMs });
    } else await this.outcomes.recordFailure(dispatcher, row, { ...outcome, durationMs });
  }

  /** Renews the lease until the attempt has ended, so that no other process sends the message meanwhile. */
  private async sendWhileRenewing<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content>,
  ): Promise<SendOutcome | Postponement> {
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
  ): Promise<SendOutcome | Postponement> {
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

  /** Lets the other rows go on. Nothing is lost: the row is read again when the cause may be gone, such as a missing key. */
  private async postponeUnreadable<Content>(
    dispatcher: Dispatcher<Content>,
    row: UnreadableRow,
  ): Promise<void> {
    const { id, kind, attempts, unreadable: err } = row;
    const delayMs = unreadableDelayMs(attempts);
    await this.postpone(dispatcher, row, delayMs);
    this.logger.error({ err, table: dispatcher.rows.table, id, kind, delayMs }, 'stored message unreadable');
  }

  private async postpone<Content>(
    dispatcher: Dispatcher<Content>,
    row: ClaimedRow<Content> | UnreadableRow,
    delayMs: number,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const isPostponed = await dispatcher.rows.postpone(tx, row, delayMs);
      if (isPostponed) dispatcher.enqueue(tx, row, row.attempts + 1, delayMs);
    });
  }
}
