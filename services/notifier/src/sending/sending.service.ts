import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext, passCrashPoints, runAsWork, runInSpan } from '@desk/bullmq-transport';
import { Transactions } from '@desk/outbox';
import { InjectLogger, type Logger, PeriodicTasks, ProviderCalls } from '@desk/service-kit';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type BusyDestinations, DestinationLimiter } from './destination-limiter.js';
import type { Dispatcher } from './dispatcher.js';
import { KeptLeases } from './kept-leases.js';
import { OutcomeRecorder } from './outcome-recorder.js';
import { unreadableDelayMs } from './retry-schedule.js';
import { type Postponement, type SendOutcome, sendResults } from './send-outcome.js';
import { type ClaimedRow, type MessageKind, messageKinds, type UnreadableRow } from './sending.repository.js';
import { type RowClaim, WorkerPool } from './worker-pool.js';

/**
 * How often each table is searched for overdue rows, ±25%. What a killed process was sending, another one sends within 13 s:
 * first its lease of six seconds ends, then the next sweep finds the row. Keep it within 15 s (ADR 16).
 */
const SWEEP_INTERVAL_MS = 5_000;
const SEND = 'send';
/** A busy destination of which no send has ended for so long accepts nothing now. */
const STALLED_AFTER_MS = 5_000;
/**
 * Pause after a search that found too few rows, while the same destinations are busy. It reads hundreds of rows,
 * and would follow every send while many wait for one busy domain. New messages need no search: they are claimed by id.
 */
const SEARCH_PAUSE_MS = 250;

/** What sends the messages of one kind and table in this process. */
interface Sender {
  readonly pool: WorkerPool;
  readonly destinations: DestinationLimiter | undefined;
  readonly leases: KeptLeases;
  /** The busy destinations when a search just found too few rows. */
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
  /** What a pool claims belongs to another trace than the send that made place for it. */
  private readonly runDetached = AsyncLocalStorage.snapshot();

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
   * Starts to send the messages of a table: those that transactions make due, and those that are due but were lost with a
   * process. Safe in several copies.
   */
  start<Row extends ClaimedRow>(dispatcher: Dispatcher<Row>): void {
    const { rows } = dispatcher;
    rows.onDue(({ id, kind }, delayMs) => {
      const attempt = (): void => void this.attempt(dispatcher, id, kind);
      if (delayMs > 0) setTimeout(attempt, delayMs).unref();
      else attempt();
    });
    this.tasks.start({
      name: `${rows.table} sweep`,
      intervalMs: SWEEP_INTERVAL_MS,
      run: async () => {
        for (const stuck of await rows.countStuck(this.transactions)) {
          this.logger.warn({ table: rows.table, ...stuck }, 'sends are overdue');
          this.senderOf(dispatcher, stuck.kind).pool.wake();
        }
      },
    });
  }

  /**
   * Does nothing if no attempt is due, if the pool is full and claims the row later, or while another process is sending:
   * should that process die, a sweep finds the row.
   */
  private async attempt<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    id: string,
    kind: MessageKind,
  ): Promise<void> {
    const { pool, destinations } = this.senderOf(dispatcher, kind);
    // Claimed with others, as each endpoint gets a part of the pool.
    if (destinations?.by === 'channel') {
      pool.wake();
      return;
    }
    const listBusyDomains = (): readonly string[] => destinations?.listBusy().keys ?? [];
    await this.warnIfUnsent(dispatcher, kind, () =>
      // Claims inside the pool, so that the lease does not run while the message waits.
      pool.run(async () => {
        const row = await dispatcher.rows.claim(this.transactions, id, listBusyDomains);
        if (row) await this.sendClaimed(dispatcher, row);
      }),
    );
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
    await Promise.all(
      [...this.senders.values()].map(async ({ pool, leases }) => {
        await pool.close();
        leases.close();
      }),
    );
  }

  private senderOf<Row extends ClaimedRow>(dispatcher: Dispatcher<Row>, kind: MessageKind): Sender {
    const name = `${dispatcher.rows.table} ${kind}`;
    const known = this.senders.get(name);
    if (known) return known;
    const { concurrency, perDestination } = dispatcher.limits(kind);
    const sender: Sender = {
      pool: new WorkerPool(concurrency, (places) => this.claimOldest(dispatcher, kind, places)),
      destinations: perDestination && new DestinationLimiter(perDestination),
      leases: new KeptLeases((rows) => this.renewLeases(dispatcher, rows)),
      nothingBeside: undefined,
      accepted: 0,
    };
    this.senders.set(name, sender);
    return sender;
  }

  private claimOldest<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    kind: MessageKind,
    places: number,
  ): RowClaim | undefined {
    const sender = this.senderOf(dispatcher, kind);
    const { destinations } = sender;
    const busy = destinations?.listBusy();
    if (busy && sender.nothingBeside === toText(busy)) return undefined;
    // No more than may be sent at once, even if all go to the same destination.
    const maxRows = destinations?.countFree(places) ?? places;
    const claim = async (): Promise<(() => Promise<void>)[]> => {
      const rows = await this.warnIfUnsent(dispatcher, kind, () =>
        dispatcher.rows.claimOldest(this.transactions, kind, { maxRows, busy }),
      );
      if (rows && rows.length < maxRows && busy && busy.keys.length > 0) pauseSearch(sender, busy);
      return (rows ?? []).map((row) => () => {
        const send = (): Promise<void> => this.sendClaimed(dispatcher, row);
        return this.runDetached(() => this.warnIfUnsent(dispatcher, kind, send));
      });
    };
    return { maxRows, sends: claim() };
  }

  /** What was claimed is sent when its lease has run out. */
  private async warnIfUnsent<Row extends ClaimedRow, T>(
    { rows: { table } }: Dispatcher<Row>,
    kind: MessageKind,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work();
    } catch (err) {
      this.logger.warn({ err, table, kind }, 'a message could not be sent');
      return undefined;
    }
  }

  /** Releases the row if another claim made its destination busy meanwhile. */
  private async sendClaimed<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row | UnreadableRow,
  ): Promise<void> {
    const sender = this.senderOf(dispatcher, row.kind);
    const release = sender.destinations?.acquire(row);
    if (sender.destinations && !release) {
      await dispatcher.rows.postpone(this.transactions, row);
      return;
    }
    try {
      if ('unreadable' in row) await this.postponeUnreadable(dispatcher, row);
      else
        await runInSpan({ name: `send ${row.kind}`, kind: 'client', attributes: {} }, currentContext(), () =>
          runAsWork(`send-${row.kind}`, () => this.makeAttempt(dispatcher, row, sender)),
        );
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
    const startedAt = performance.now();
    const outcome = await sender.leases.keepWhile(row, () => this.send(dispatcher, row));
    const durationMs = Math.round(performance.now() - startedAt);
    if (outcome.result === 'postponed') {
      await this.postpone(dispatcher, row, outcome.delayMs);
      return;
    }
    this.calls.record({ provider: row.kind, operation: SEND, outcome: outcome.result, durationMs });
    if (outcome.result === 'accepted') {
      sender.accepted += 1;
      await this.outcomes.recordSent(dispatcher, { row, outcome, durationMs });
    } else await this.outcomes.recordFailure(dispatcher, { row, outcome, durationMs });
  }

  /** Treats an internal error as a failed attempt, so that a persistent one ends in `failed`. */
  private async send<Row extends ClaimedRow>(
    dispatcher: Dispatcher<Row>,
    row: Row,
  ): Promise<SendOutcome | Postponement> {
    try {
      return await passCrashPoints('notifier', 'request', () => dispatcher.send(row));
    } catch (err) {
      const fields = dispatcher.toLogFields(row);
      this.logger.error({ err, ...fields, attempt: row.attempts }, 'message composition failed');
      return { result: 'temporary', reason: 'NOT_COMPOSED' };
    }
  }

  private async renewLeases<Row extends ClaimedRow>(
    { rows }: Dispatcher<Row>,
    claims: readonly ClaimedRow[],
  ): Promise<void> {
    try {
      await rows.renewLeases(this.transactions, claims);
    } catch (err) {
      this.logger.warn({ err, table: rows.table, rows: claims.length }, 'lease renewal failed');
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
      if (isPostponed) dispatcher.rows.attemptAfterCommit(tx, row, delayMs);
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
