import { AsyncLocalStorage } from 'node:async_hooks';
import {
  captureDeadline,
  captureWork,
  currentContext,
  runInContext,
  runWithDeadline,
} from '@desk/bullmq-transport';

/** Runs work in the context of the message that asked for it, so that what it publishes belongs to that trace. */
export type InContext = <R>(work: () => R) => R;

/** For an item of a batch whose work publishes messages of its own. */
export function captureContext(): InContext {
  const context = currentContext();
  return (work) => (context ? runInContext(context, work) : work());
}

/** Rejects only once the work for all items has ended: none may use the transaction after it was rolled back. */
export async function runForEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const ended = await Promise.allSettled(items.map(work));
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/** Returns one result for each item, in their order. */
type RunBatch<Item, Result> = (items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>;

interface WaitingItem<Item, Result> {
  readonly item: Item;
  /** Whether the caller has stopped waiting; undefined if the item belongs to no command. */
  readonly isLate: (() => boolean) | undefined;
  /** For the crash points: a batch runs as the work of its first item. */
  readonly inWork: ReturnType<typeof captureWork>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Batch<Item, Result> = readonly [WaitingItem<Item, Result>, ...WaitingItem<Item, Result>[]];

/** Keeps transactions short, and repeats few items when one fails. */
const MAX_ITEMS = 16;
/** A batch that takes longer probably waits for a row. The items behind it then no longer wait for it. */
const SLOW_AFTER_MS = 250;

/**
 * Puts work that many callers do at the same time into one transaction. Items that come in the same turn of the event
 * loop start together. While they run, further items gather, and go together next: the busier, the fewer transactions.
 *
 * A batch that fails must leave nothing behind. Each of its items is then tried alone, so that only an item at fault
 * fails. A batch also fails if a caller has stopped waiting.
 */
export class Batcher<Item, Result> {
  private readonly waiting: WaitingItem<Item, Result>[] = [];
  /** The batch behind which items gather. */
  private running: Batch<Item, Result> | undefined;
  private isStarting = false;
  /** A batch belongs to none of its callers: not to their traces, nor to their deadlines. */
  private readonly runDetached = AsyncLocalStorage.snapshot();

  constructor(private readonly run: RunBatch<Item, Result>) {}

  /**
   * Resolves once the item's batch is committed.
   * @throws DeadlineExceededError if the command that the item belongs to has been given up
   */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, isLate: captureDeadline(), inWork: captureWork(), resolve, reject });
      if (!this.running) this.startSoon();
    });
  }

  private startSoon(): void {
    if (this.isStarting) return;
    this.isStarting = true;
    this.runDetached(() =>
      setImmediate(() => {
        this.isStarting = false;
        this.start();
      }),
    );
  }

  private start(): void {
    const batch = this.waiting.splice(0, MAX_ITEMS);
    if (!isBatch(batch)) return;
    this.running = batch;
    const letNextStart = (): void => {
      if (this.running !== batch) return;
      this.running = undefined;
      this.start();
    };
    const slow = setTimeout(letNextStart, SLOW_AFTER_MS);
    void this.settle(batch).then(() => {
      clearTimeout(slow);
      letNextStart();
    });
  }

  private async settle(batch: Batch<Item, Result>): Promise<void> {
    try {
      const results = await this.runInTime(batch);
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      const [first, ...others] = batch;
      if (others.length > 0) await Promise.all(batch.map((one) => this.settle([one])));
      else first.reject(error);
    }
  }

  private async runInTime([first, ...others]: Batch<Item, Result>): Promise<readonly Result[]> {
    const work = () => first.inWork(async () => this.run([first.item, ...others.map(({ item }) => item)]));
    const deadlines = [first, ...others].flatMap(({ isLate }) => isLate ?? []);
    return deadlines.length === 0
      ? work()
      : runWithDeadline(() => deadlines.some((isLate) => isLate()), work);
  }
}

const isBatch = <Item, Result>(items: readonly WaitingItem<Item, Result>[]): items is Batch<Item, Result> =>
  items.length > 0;
