import type { InContext, Tx } from '@desk/outbox';
import type { Destinations } from './destination-limiter.js';
import type { StepRow, StepTable } from './step-table.js';

/** How many rows of a kind one process works on. */
export interface LaneLimits<Row> {
  readonly concurrency: number;
  /** How many of these may go to one destination. */
  readonly perDestination?: { readonly of: Destinations<Row>; readonly limit: number };
}

/** Nothing was done: the row is tried again after this long. Uses up no attempt. */
export interface Postponement {
  readonly result: 'postponed';
  readonly delayMs: number;
}

/** An attempt that has ended. */
export interface Attempt<Row extends StepRow, Outcome> {
  readonly row: Row;
  readonly outcome: Outcome;
  readonly durationMs: number;
  /** Publish in it, to continue the trace of the attempt. */
  readonly inContext: InContext;
}

/** Runs once after the commit that recorded an attempt. Must not throw. */
export type AfterCommit = () => Promise<void> | void;

/**
 * Work that is kept in a table until it is done: what calls the outside world for a row, and what its outcome changes.
 * `StepRunner` does the rest: claims, leases, limits, crash points, spans and batches.
 */
export interface Flow<Row extends StepRow, Outcome extends object> {
  readonly table: StepTable<Row>;
  /** Verb for spans and crash points, such as `send`. */
  readonly action: string;
  limits(kind: Row['kind']): LaneLimits<Row>;
  /** Calls the outside world, outside any transaction. A row whose call throws is tried again when its lease ends. */
  act(row: Row): Promise<Outcome | Postponement>;
  /** Whether outcomes like this are recorded together. The others take locks, and get a transaction each. */
  isUsual(outcome: Outcome): boolean;
  /** Records attempts in a transaction. Returns what follows from each, in their order. */
  record(tx: Tx, attempts: readonly Attempt<Row, Outcome>[]): Promise<readonly (AfterCommit | undefined)[]>;
}
