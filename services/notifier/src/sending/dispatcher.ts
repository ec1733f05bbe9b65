import type { InContext, Tx } from '@desk/outbox';
import type { DestinationLimit } from './destination-limiter.js';
import type { Postponement, SendAccepted, SendFailure, SendOutcome } from './send-outcome.js';
import type { ClaimedRow, MessageKind, SendingRepository } from './sending.repository.js';

export interface SendLimits {
  /** How many messages of a kind one process sends at a time. */
  readonly concurrency: number;
  /** How many of these may go to one destination. By channel only for rows that have one. */
  readonly perDestination?: DestinationLimit;
}

/** An attempt that has ended. */
export interface Attempt<Row extends ClaimedRow, Outcome extends SendOutcome = SendOutcome> {
  readonly row: Row;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/** A message that became sent with this attempt. */
export interface SentMessage<Row extends ClaimedRow> extends Attempt<Row, SendAccepted> {
  readonly sentAt: Date;
  /** Publish in it, to continue the trace of its request. */
  readonly inContext: InContext;
}

/** Connects a table of messages with how they are sent. */
export interface Dispatcher<Row extends ClaimedRow> {
  readonly rows: SendingRepository<Row>;
  limits(kind: MessageKind): SendLimits;
  send(row: Row): Promise<SendOutcome | Postponement>;
  /** Runs in the transaction that records the successes. */
  onSent?(tx: Tx, sent: readonly SentMessage<Row>[]): void;
  /**
   * Runs in the transaction that records the failure, before the row is locked. `isFinal`: no attempt follows at this
   * destination. Returns whether such a row got another destination meanwhile, which is then tried.
   */
  onFailure(tx: Tx, row: Row, failure: SendFailure & { readonly isFinal: boolean }): Promise<boolean>;
  /** Runs in the transaction that records the outcomes of the attempts. */
  logAttempts?(tx: Tx, attempts: readonly Attempt<Row>[]): void;
  /** Runs in the transaction that records the failure of the last attempt, after the row has become `failed`. */
  onFailed?(tx: Tx, row: Row): Promise<void>;
  /** Runs once after the commit. Must not throw. */
  afterFailed?(row: Row): void;
  /** Runs once after the commit. Must not throw. */
  afterSent?(row: Row, sentAt: Date): Promise<void>;
  /** Fields for log lines. Ids only, never personal data. */
  toLogFields(row: Row): Readonly<Record<string, string>>;
}
