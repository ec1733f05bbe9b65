import type { Tx } from '@desk/outbox';
import type { Claimed, SendingTable } from '../database/repositories/sending.repository.js';
import type { SendOutcome } from './outcome.js';

/** A table of things to send, how its orders are given, and how one row of it is sent. */
export interface Dispatcher<T extends SendingTable> {
  readonly table: T;
  /** The same id and attempt are the same order, however often it is given. */
  order(tx: Tx, id: string, attempt: number, delayMs?: number): void;
  send(row: Claimed<T>): Promise<SendOutcome>;
  /** Tells the others, in the transaction that marks it as sent. */
  tellSent(tx: Tx, row: Claimed<T>, sentAt: Date): void;
  /** What a log line calls the row; ids only. */
  idsOf(row: Claimed<T>): Readonly<Record<string, string>>;
}
