import type { Tx } from '@desk/outbox';
import type { DestinationLimit } from './destination-places.js';
import type { MessageKind } from './message-kind.js';
import type { Postponement, SendAccepted, SendFailure, SendOutcome } from './send-outcome.js';
import type { ClaimedRow, SendingRepository } from './sending.repository.js';

/** Connects a table of messages with how they are enqueued and sent. */
export interface Dispatcher<Content> {
  readonly rows: SendingRepository<Content>;
  /** Publishes the request for an attempt. Idempotent per id and attempt. */
  enqueue(
    tx: Tx,
    row: { readonly id: string; readonly kind: MessageKind },
    attempt: number,
    delayMs?: number,
  ): void;
  /** How many messages of this kind one process sends at a time. */
  places(kind: MessageKind): number;
  /** How many of these one destination may occupy; undefined if all. By channel only for rows that have one. */
  limitPerDestination?(kind: MessageKind): DestinationLimit | undefined;
  send(row: ClaimedRow<Content>): Promise<SendOutcome | Postponement>;
  /** Runs in the transaction that records the success. */
  onSent(tx: Tx, row: ClaimedRow<Content>, sent: SendAccepted & { readonly sentAt: Date }): Promise<void>;
  /**
   * Runs in the transaction that records the failure, before the row is locked. `isFinal`: no attempt follows at this
   * destination.
   */
  onFailure(
    tx: Tx,
    row: ClaimedRow<Content>,
    failure: SendFailure & { readonly isFinal: boolean },
  ): Promise<void>;
  /** Whether the row got another destination since the attempt began. Runs after `onFailure` of a final failure. */
  hasNewDestination?(tx: Tx, row: ClaimedRow<Content>): Promise<boolean>;
  /** Runs in the transaction that records the failure of the last attempt, after the row has become `failed`. */
  onFailed?(tx: Tx, row: ClaimedRow<Content>): Promise<void>;
  /** Runs after the failure of the last attempt was committed, once. */
  afterFailed?(row: ClaimedRow<Content>): void;
  /** Runs after the success was committed, once. Must not throw. */
  afterSent?(row: ClaimedRow<Content>, sentAt: Date): Promise<void>;
  /** Fields for log lines. Ids only, never personal data. */
  toLogFields(row: ClaimedRow<Content>): Readonly<Record<string, string>>;
}
