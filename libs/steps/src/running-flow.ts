import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext, passCrashPoints, runAsWork, runInSpan } from '@desk/bullmq-transport';
import { Batcher, captureContext, type Transactions } from '@desk/outbox';
import { backoffMs, type Logger } from '@desk/service-kit';
import { type BusyDestinations, DestinationLimiter } from './destination-limiter.js';
import type { AfterCommit, Attempt, Flow, Postponement } from './flow.js';
import { Lane, type RowClaim } from './lane.js';
import { type Claimed, LEASE_RENEWAL_MS, type StepRow } from './step-table.js';

/** A busy destination of which no attempt has ended for so long counts as stalled. */
const STALLED_AFTER_MS = 5_000;
/**
 * Pause after a search that found too few rows, while the same destinations are busy. It reads hundreds of rows,
 * and would follow every attempt while many wait for one busy destination.
 */
const SEARCH_PAUSE_MS = 250;
/** When to read a row again that could not be read, such as while a key is missing. */
const UNREADABLE_BACKOFF = { firstMs: 60_000, maxMs: 600_000 };

/** `isFull` also while one destination is busy. `stalled`: busy destinations that accept nothing now. */
export interface Progress {
  readonly isFull: boolean;
  readonly stalled: readonly string[];
}

/** What works on the rows of one kind. */
interface KindWorker<Row> {
  readonly lane: Lane;
  readonly destinations: DestinationLimiter<Row> | undefined;
  /** The busy destinations when a search just found too few rows. */
  pausedWhileBusy: string | undefined;
}

/**
 * Makes attempts at the rows of a flow: leases a row, lets the flow act on it, then records the outcome. If the process
 * dies in between, the lease runs out and another attempt is made at the same row.
 */
export class RunningFlow<Row extends StepRow, Outcome extends object> {
  private readonly workers = new Map<string, KindWorker<Row>>();
  private readonly leased = new Set<Row>();
  private readonly renewal: NodeJS.Timeout;
  private readonly recordings = new Batcher((attempts: readonly Attempt<Row, Outcome>[]) =>
    this.recordAll(attempts),
  );
  /** A row that a lane claims is not part of the trace of the attempt whose end made room for it. */
  private readonly runDetached = AsyncLocalStorage.snapshot();

  constructor(
    private readonly flow: Flow<Row, Outcome>,
    private readonly transactions: Transactions,
    private readonly logger: Logger,
  ) {
    flow.table.onDue(({ id, kind }, delayMs) => {
      const attempt = (): void => void this.attempt(id, kind);
      if (delayMs > 0) setTimeout(attempt, delayMs).unref();
      else attempt();
    });
    this.renewal = setInterval(() => void this.renewLeases(), LEASE_RENEWAL_MS).unref();
  }

  /** Looks for due rows whose process died, or whose request was lost. */
  async sweep(): Promise<void> {
    const { table } = this.flow;
    for (const { kind, rows } of await table.countStuck(this.transactions)) {
      this.logger.warn({ table: table.name, kind, rows }, 'work is overdue');
      this.workerOf(kind).lane.wake();
    }
  }

  progressOf(kind: Row['kind']): Progress {
    const { lane, destinations } = this.workerOf(kind);
    const isBusy = destinations !== undefined && destinations.listBusy().keys.length > 0;
    const stalled = destinations?.listStalled(STALLED_AFTER_MS).keys ?? [];
    return { isFull: isBusy || lane.isFull, stalled };
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers.values()].map(({ lane }) => lane.close()));
    clearInterval(this.renewal);
  }

  /**
   * Does nothing if no attempt is due, if the lane is full and claims the row later, or while another process makes
   * one: should that process die, a sweep finds the row.
   */
  private async attempt(id: string, kind: Row['kind']): Promise<void> {
    const { lane, destinations } = this.workerOf(kind);
    if (destinations?.of.claimedBy === 'search') {
      lane.wake();
      return;
    }
    const listBusy = (): readonly string[] => destinations?.listBusy().keys ?? [];
    await this.warnIfFailed(kind, () =>
      // Claims inside the lane, so that the lease does not run while the row waits.
      lane.run(async () => {
        const claimed = await this.flow.table.claim(this.transactions, id, listBusy);
        if (claimed) await this.work(claimed);
      }),
    );
  }

  private workerOf(kind: Row['kind']): KindWorker<Row> {
    const known = this.workers.get(kind);
    if (known) return known;
    const { concurrency, perDestination } = this.flow.limits(kind);
    const worker: KindWorker<Row> = {
      lane: new Lane(concurrency, (places) => this.claimOldest(kind, worker, places)),
      destinations: perDestination && new DestinationLimiter(perDestination.of, perDestination.limit),
      pausedWhileBusy: undefined,
    };
    this.workers.set(kind, worker);
    return worker;
  }

  private claimOldest(kind: Row['kind'], worker: KindWorker<Row>, places: number): RowClaim | undefined {
    const { destinations } = worker;
    const busy = destinations?.listBusy();
    if (busy && worker.pausedWhileBusy === toText(busy)) return undefined;
    // No more than may begin at once, even if all have the same destination.
    const maxRows = destinations?.countFree(places) ?? places;
    const claim = async (): Promise<(() => Promise<void>)[]> => {
      const rows = await this.warnIfFailed(kind, () =>
        this.flow.table.claimOldest(this.transactions, kind, { maxRows, busy }),
      );
      if (rows && rows.length < maxRows && busy && busy.keys.length > 0) pauseSearch(worker, busy);
      return (rows ?? []).map((claimed) => () => {
        const work = (): Promise<void> => this.work(claimed);
        return this.runDetached(() => this.warnIfFailed(kind, work));
      });
    };
    return { maxRows, attempts: claim() };
  }

  /** What was claimed is claimed again when its lease has run out. */
  private async warnIfFailed<T>(kind: Row['kind'], work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (err) {
      this.logger.warn({ err, table: this.flow.table.name, kind }, 'an attempt was not made or not recorded');
      return undefined;
    }
  }

  /** Releases the row if another claim made its destination busy meanwhile. */
  private async work({ row, unreadable }: Claimed<Row>): Promise<void> {
    const { action, table } = this.flow;
    const { lane, destinations } = this.workerOf(row.kind);
    const release = destinations?.acquire(row);
    if (destinations && !release) {
      await table.postpone(this.transactions, row);
      // The destination may have become free before the row was due again.
      lane.wake();
      return;
    }
    try {
      if (unreadable !== undefined) await this.postponeUnreadable(row, unreadable);
      else
        await runInSpan(
          { name: `${action} ${row.kind}`, kind: 'client', attributes: {} },
          currentContext(),
          () => runAsWork(`${action}-${row.kind}`, () => this.makeAttempt(row)),
        );
    } finally {
      // Other rows of a destination that was busy may be waiting.
      if (release?.() === true) lane.wake();
    }
  }

  /** Keeps the lease until the outcome is recorded: while that waits, no other copy may act on the row. */
  private async makeAttempt(row: Row): Promise<void> {
    this.leased.add(row);
    try {
      await this.actAndRecord(row);
    } finally {
      this.leased.delete(row);
    }
  }

  private async actAndRecord(row: Row): Promise<void> {
    const startedAt = performance.now();
    const outcome = await passCrashPoints(this.transactions.service, 'request', () => this.flow.act(row));
    const durationMs = Math.round(performance.now() - startedAt);
    if (isPostponement(outcome)) {
      await this.postpone(row, outcome.delayMs);
      return;
    }
    const attempt = { row, outcome, durationMs, inContext: captureContext() };
    const afterCommit = this.flow.isUsual(outcome)
      ? await this.recordings.add(attempt)
      : (await this.recordAll([attempt]))[0];
    await afterCommit?.();
  }

  private recordAll(
    attempts: readonly Attempt<Row, Outcome>[],
  ): Promise<readonly (AfterCommit | undefined)[]> {
    return this.transactions.run((tx) => this.flow.record(tx, attempts));
  }

  private async renewLeases(): Promise<void> {
    if (this.leased.size === 0) return;
    const { table } = this.flow;
    const rows = [...this.leased];
    try {
      await table.renewLeases(this.transactions, rows);
    } catch (err) {
      this.logger.warn({ err, table: table.name, rows: rows.length }, 'lease renewal failed');
    }
  }

  /** Lets the other rows go on. Nothing is lost: the row is read again when the cause may be gone. */
  private async postponeUnreadable(row: Row, err: unknown): Promise<void> {
    const { id, kind, attempts } = row;
    const delayMs = backoffMs(attempts, UNREADABLE_BACKOFF, () => 1);
    await this.postpone(row, delayMs);
    this.logger.error({ err, table: this.flow.table.name, id, kind, delayMs }, 'stored row unreadable');
  }

  private async postpone(row: Row, delayMs: number): Promise<void> {
    const { table } = this.flow;
    await this.transactions.run(async (tx) => {
      if (await table.postpone(tx, row, delayMs)) table.attemptAfterCommit(tx, row, delayMs);
    });
  }
}

const isPostponement = (outcome: object): outcome is Postponement =>
  'result' in outcome && outcome.result === 'postponed';

const toText = ({ keys }: BusyDestinations): string => [...keys].sort().join(' ');

function pauseSearch(worker: KindWorker<never>, busy: BusyDestinations): void {
  worker.pausedWhileBusy = toText(busy);
  setTimeout(() => {
    worker.pausedWhileBusy = undefined;
    worker.lane.wake();
  }, SEARCH_PAUSE_MS).unref();
}
