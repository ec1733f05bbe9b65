import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext, runInContext } from '@desk/bullmq-transport';

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
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Batch<Item, Result> = readonly [WaitingItem<Item, Result>, ...WaitingItem<Item, Result>[]];

/** Keeps transactions short, and what is repeated when one item fails small. */
const MAX_ITEMS = 16;
/** One batch that waits for a row must not hold up the items behind it. */
const MAX_RUNNING = 2;

/**
 * Puts work that many callers do at the same time into one transaction. An item that comes alone starts at once. While
 * batches run, further items gather, and go together as soon as one of them ends: the busier, the fewer transactions.
 *
 * Of a batch that fails nothing may remain. Its items are then tried one by one, so that an item at fault fails alone.
 */
export class Batcher<Item, Result> {
  private readonly waiting: WaitingItem<Item, Result>[] = [];
  private running = 0;
  /** A batch belongs to none of its callers: not to their traces, nor to their deadlines. */
  private readonly runDetached = AsyncLocalStorage.snapshot();

  constructor(private readonly run: RunBatch<Item, Result>) {}

  /** Resolves once the item's batch is committed. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.runDetached(() => this.runWaiting());
    });
  }

  private runWaiting(): void {
    while (this.running < MAX_RUNNING && this.waiting.length > 0) {
      this.running += 1;
      const batch = this.waiting.splice(0, MAX_ITEMS) as unknown as Batch<Item, Result>;
      void this.settle(batch).then(() => {
        this.running -= 1;
        this.runWaiting();
      });
    }
  }

  private async settle(batch: Batch<Item, Result>): Promise<void> {
    const [first, ...others] = batch;
    try {
      const results = await this.run([first.item, ...others.map(({ item }) => item)]);
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (others.length > 0) await Promise.all(batch.map((one) => this.settle([one])));
      else first.reject(error);
    }
  }
}
