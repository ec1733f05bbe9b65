import {
  type EventContract,
  eventsQueue,
  parse,
  type PayloadOf,
  type QueueName,
  toWire,
} from '@desk/contracts';
import { currentContext, newContext, type Sealer, sealEnvelope } from '@desk/bullmq-transport';

/** One message for one consumer. */
export interface OutboxMessage {
  readonly messageId: string;
  readonly queue: QueueName;
  readonly name: string;
  readonly sealed: string;
  /** Kept back this many milliseconds; 0 goes out with the commit. */
  readonly delayMs: number;
}

export interface PublishOptions {
  /** Names the occurrence for good, such as the offer's id: the same event and key are the same message. */
  readonly key: string;
  readonly delayMs?: number;
}

/** Checks the payload (throws INVALID_REQUEST) and makes one sealed message for each consumer. */
export function toMessages<E extends EventContract>(
  sealer: Sealer,
  event: E,
  payload: PayloadOf<E>,
  { key, delayMs = 0 }: PublishOptions,
): OutboxMessage[] {
  parse(event.payload, payload);
  const messageId = `${event.name}~${key}`;
  const sealed = sealEnvelope(sealer, messageId, {
    v: 1,
    name: event.name,
    payload: toWire(event.payload, payload),
    ...(currentContext() ?? newContext()),
  });
  return event.consumers.map((consumer) => ({
    messageId,
    queue: eventsQueue(consumer),
    name: event.name,
    sealed,
    delayMs,
  }));
}
