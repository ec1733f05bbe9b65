import type { Tx } from '@desk/outbox';
import type { SendOutcome } from './send-outcome.js';
import type { ClaimedRow, SendingRepository } from './sending.repository.js';

/** Connects a table of messages with how they are enqueued and sent. */
export interface Dispatcher<Content> {
  readonly rows: SendingRepository<Content>;
  /** Publishes the request for an attempt. Idempotent per id and attempt. */
  enqueue(tx: Tx, id: string, attempt: number, delayMs?: number): void;
  send(row: ClaimedRow<Content>): Promise<SendOutcome>;
  /** Publishes the success, in the transaction that records it. */
  publishSent(tx: Tx, row: ClaimedRow<Content>, sentAt: Date): void;
  /** Fields for log lines. Ids only, never personal data. */
  toLogFields(row: ClaimedRow<Content>): Readonly<Record<string, string>>;
}
