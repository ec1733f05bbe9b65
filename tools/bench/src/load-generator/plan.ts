import type { Sample } from '../load/sample.js';

/**
 * What the generator posts. Open: at a steady rate, answered or not. Closed: as fast as posts are
 * accepted; refused ones are not made again before the time that the answer states.
 */
export type LoadPlan =
  | { readonly kind: 'open'; readonly ratePerSecond: number; readonly seconds: number }
  | {
      readonly kind: 'closed';
      readonly concurrency: number;
      readonly seconds: number;
      readonly maxPosts: number;
    };

/** One post. It was accepted, refused or failed (`error`). */
export interface PostSample extends Sample {
  /** When the generator sent it. Later than `dueAt` if the generator itself was delayed. */
  sentAt?: number;
  /** When it was answered with 503 and a Retry-After. */
  refusedAt?: number;
}

export interface LoadResult {
  readonly posts: readonly PostSample[];
  /** Processor time of the generator's process while it posted. */
  readonly processorMs: number;
}
