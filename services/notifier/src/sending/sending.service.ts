import { Transactions } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger, PeriodicTasks, ProviderCalls } from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type BusyDestinations, DestinationLimiter } from './destination-limiter.js';
import type { Dispatcher } from './dispatcher.js';
import { OutcomeRecorder } from './outcome-recorder.js';
import { unreadableDelayMs } from './retry-schedule.js';
import { type Postponement, type SendOutcome, sendResults } from './send-outcome.js';
import {
  type ClaimedRow,
  LEASE_RENEWAL_MS,
  type MessageKind,
  messageKinds,
  type UnreadableRow,
} from './sending.repository.js';
import { WorkerPool } from './worker-pool.js';

/**
 * How often each table is searched for overdue rows, ±25%. What a killed process was sending, another one sends within 13 s:
 * first its lease of six seconds ends, then the next sweep finds the row. Keep it within 15 s (ADR 16).
 */
const SWEEP_INTERVAL_MS = 5_000;
/** As metrics name it. */
const SEND = 'send';
/** A busy destination of which no send has ended for so long accepts nothing now. */
const STALLED_AFTER_MS = 5_000;

/**
 * For how long nothing else is searched for beside the same busy destinations. Such a search reads hundreds of rows, and
 * would follow every send while many wait for one busy domain. New messages need no search: their own requests claim them.
 */
const SEARCH_PAUSE_MS = 250;

/** What sends the messages of one kind and table in this process. */
interface Sender {
  readonly pool: WorkerPool;
  readonly destinations: DestinationLimiter | undefined;
  /** The busy destinations beside which nothing was due a moment ago. */
  nothingBeside: string | undefined;
  /** Messages that were accepted since this process started. */
  accepted: number;
}

/**
 * Makes one attempt: leases the row, sends the message, then records the outcome. If the process dies in between, the
 * lease runs out and the same message is sent again under the same id.
 */
@Injectable()
export class SendingService implements BeforeApplicationShutdown {
  private readonly senders = new Map<string, Sender>();

  constructor(
    private readonly transactions: Transactions,
    private readonly outcomes: OutcomeRecorder,
    private readonly tasks: PeriodicTasks,
    private readonly calls: ProviderCalls,
    @InjectLogger() private readonly logger: Logger,
  ) {
    for (const provider of messageKinds)
      calls.startAtZero({ provider, operations: [SEND], outcomes: sendResults });
  }

  /**
   * Does nothing if no attempt is due, if the pool is full and claims the row later, or while another process is sending:
   * should that process die, a sweep finds the row.
   */
  attempt<Row extends ClaimedRow>(dispatcher: Dispatcher<Row>, id: string, kind: MessageKind): Promise<void> {
    const { pool, destinations } = this.senderOf(dispatcher, kind);
    if (dispatcher.limits(kind).perDestination?.by === 'channel') {
      // Slow endpoints would keep the handlers of requests like this one busy.
      pool.wake();
      return Promise.resolve();
    }
    // Claims inside the pool, so that the lease does not run while the message waits.
    return pool.run(async () => {
      const row = await dispatcher.rows.claim(this.transactions, id, destinations?.listBusy().keys ?? []);
      if (row) await this.sendClaimed(dispatcher, row);
    });
  }

  /** Starts to look for rows that are due but were lost with a process or a message. Safe in several copies. */
  startSweeping<Row extends ClaimedRow>(dispatcher: Dispatcher<Row>): void {
    const { table } = dispatcher.rows;
    this.tasks.start({
      name: `${table} sweep`,
      intervalMs: SWEEP_INTERVAL_MS,
      run: async () => {
        for (const { kind, rows } of await dispatcher.rows.countStuck(this.transactions)) {
          this.logger.warn({ table, kind, rows }, 'sends are overdue');
          this.senderOf(dispatcher, kind).pool.wake();
        }
      },
    });
  }

  /** How this process is doing with one kind. It is full also while one destination is busy. */
  progressOf<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    kind: MessageKind,
  ): { readonly isFull: boolean; readonly accepted: number; readonly stalled: readonly string[] } {
    const { pool, destinations, accepted } = this.senderOf(dispatcher, kind);
    const isBusy = destinations !== undefined && destinations.listBusy().keys.length > 0;
    const stalled = destinations?.listStalled(STALLED_AFTER_MS).keys ?? [];
    return { isFull: isBusy || pool.isFull, accepted, stalled };
  }

  /** What is sent at a shutdown is recorded before the connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.senders.values()].map(({ pool }) => pool.close()));
  }

  private senderOf<Row extends ClaimedRow>(dispatcher: Dispatcher<Row>, kind: MessageKind): Sender {
    const name = `${dispatcher.rows.table} ${kind}`;
    const known = this.senders.get(name);
    if (known) return known;
    const { concurrency, perDestination } = dispatcher.limits(kind);
    const sender: Sender = {
      pool: new WorkerPool(concurrency, (onClaimed) => this.sendNext(dispatcher, kind, onClaimed)),
      destinations: perDestination && new DestinationLimiter(perDestination),
      nothingBeside: undefined,
      accepted: 0,
    };
    this.senders.set(name, sender);
    return sender;
  }

  private async sendNext<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    kind: MessageKind,
    onClaimed: () => void,
  ): Promise<boolean> {
    try {
      const sender = this.senderOf(dispatcher, kind);
      const busy = sender.destinations?.listBusy();
      if (busy && sender.nothingBeside === toText(busy)) return false;
      const row = await dispatcher.rows.claimNext(this.transactions, kind, busy);
      if (!row) {
        if (busy && busy.keys.length > 0) pauseSearch(sender, busy);
        return false;
      }
      await this.sendClaimed(dispatcher, row, onClaimed);
      return true;
    } catch (err) {
      // The row is sent when its lease has run out.
      this.logger.warn({ err, table: dispatcher.rows.table, kind }, 'a waiting message could not be sent');
      return false;
    }
  }

  /** Releases the row if another claim made its destination busy meanwhile. */
  private async sendClaimed<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row | UnreadableRow,
    onAcquired: () => void = () => undefined,
  ): Promise<void> {
    const sender = this.senderOf(dispatcher, row.kind);
    const release = sender.destinations?.acquire(row);
    onAcquired();
    if (sender.destinations && !release) {
      await dispatcher.rows.postpone(this.transactions, row);
      return;
    }
    try {
      if ('unreadable' in row) await this.postponeUnreadable(dispatcher, row);
      else await this.makeAttempt(dispatcher, row, sender);
    } finally {
      // Other rows of a destination that was busy may be waiting.
      if (release?.() === true) sender.pool.wake();
    }
  }

  private async makeAttempt<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row,
    sender: Sender,
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
      sender.accepted += 1;
      await this.outcomes.recordSent(dispatcher, row, { ...outcome, durationMs });
    } else await this.outcomes.recordFailure(dispatcher, row, { ...outcome, durationMs });
  }

  /**
   * Renews the lease until the attempt has ended, so that no other process sends the message meanwhile. Treats an internal
   * error as a failed attempt, so that a persistent one ends in `failed`.
   */
  private async sendWhileRenewing<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row,
  ): Promise<SendOutcome | Postponement> {
    const fields = dispatcher.toLogFields(row);
    const renew = (): void =>
      void dispatcher.rows.renewLease(this.transactions, row).catch((err: unknown) => {
        this.logger.warn({ err, ...fields }, 'lease renewal failed');
      });
    const timer = setInterval(renew, LEASE_RENEWAL_MS);
    try {
      return await dispatcher.send(row);
    } catch (err) {
      this.logger.error({ err, ...fields, attempt: row.attempts }, 'message composition failed');
      return { result: 'temporary', reason: 'NOT_COMPOSED' };
    } finally {
      clearInterval(timer);
    }
  }

  /** Lets the other rows go on. Nothing is lost: the row is read again when the cause may be gone, such as a missing key. */
  private async postponeUnreadable<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: UnreadableRow,
  ): Promise<void> {
    const { id, kind, attempts, unreadable: err } = row;
    const delayMs = unreadableDelayMs(attempts);
    await this.postpone(dispatcher, row, delayMs);
    this.logger.error({ err, table: dispatcher.rows.table, id, kind, delayMs }, 'stored message unreadable');
  }

  private async postpone<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row | UnreadableRow,
    delayMs: number,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const isPostponed = await dispatcher.rows.postpone(tx, row, delayMs);
      if (isPostponed) dispatcher.enqueue(tx, row, row.attempts + 1, delayMs);
    });
  }
}

const toText = ({ keys }: BusyDestinations): string => [...keys].sort().join(' ');

function pauseSearch(sender: Sender, busy: BusyDestinations): void {
  sender.nothingBeside = toText(busy);
  setTimeout(() => {
    sender.nothingBeside = undefined;
    sender.pool.wake();
  }, SEARCH_PAUSE_MS).unref();
}
