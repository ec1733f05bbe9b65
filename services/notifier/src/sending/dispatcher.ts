import type { Tx } from '@desk/outbox';
import type { DestinationLimit } from './destination-limiter.js';
import type { Postponement, SendAccepted, SendFailure, SendOutcome } from './send-outcome.js';
import type { ClaimedRow, MessageKind, SendingRepository } from './sending.repository.js';

export interface SendLimits {
  /** How many messages of a kind one process sends at a time. */
  readonly concurrency: number;
  /** How many of these may go to one destination. By channel only for rows that have one. */
  readonly perDestination?: DestinationLimit;
}

/** Connects a table of messages with how they are enqueued and sent. */
export interface Dispatcher<Row extends ClaimedRow> {
  readonly rows: SendingRepository<Row>;
  limits(kind: MessageKind): SendLimits;
  /** Publishes the request for an attempt. Idempotent per id and attempt. */
  enqueue(
    tx: Tx,
    row: { readonly id: string; readonly kind: MessageKind },
    attempt: number,
    delayMs?: number,
  ): void;
  send(row: Row): Promise<SendOutcome | Postponement>;
  /** Runs in the transaction that records the success. */
  onSent?(tx: Tx, row: Row, sent: SendAccepted & { readonly sentAt: Date }): Promise<void>;
  /**
   * Runs in the transaction that records the failure, before the row is locked. Returns whether the row got another destination
   * since a final attempt began, which is then tried. `isFinal`: no attempt follows at this destination.
   */
  onFailure(tx: Tx, row: Row, failure: SendFailure & { readonly isFinal: boolean }): Promise<boolean>;
  /** Runs in the transaction that records the outcome of an attempt. */
  logAttempt?(tx: Tx, row: Row, outcome: SendOutcome & { readonly durationMs: number }): void;
  /** Runs in the transaction that records the failure of the last attempt, after the row has become `failed`. */
  onFailed?(tx: Tx, row: Row): Promise<void>;
  /** Runs once after the commit. Must not throw. */
  afterFailed?(row: Row): void;
  /** Runs once after the commit. Must not throw. */
  afterSent?(row: Row, sentAt: Date): Promise<void>;
  /** Fields for log lines. Ids only, never personal data. */
  toLogFields(row: Row): Readonly<Record<string, string>>;
}
