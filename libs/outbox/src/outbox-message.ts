import { type EventContract, eventsQueue, parse, type PayloadOf, type QueueName } from '@desk/contracts';
import { currentContext, type Envelope, newContext, type Sealer, sealEnvelope } from '@desk/bullmq-transport';

/** One message for one consumer. */
export interface OutboxMessage {
  readonly messageId: string;
  readonly queue: QueueName;
  readonly name: string;
  readonly sealed: string;
  readonly envelope: Envelope;
  /** Published this long after the commit; 0 publishes at once. */
  readonly delayMs: number;
  readonly isBundled: boolean;
}

export interface PublishOptions {
  /** Identifies the occurrence, such as the offer's id: the same event and key are the same message. */
  readonly key: string;
  readonly delayMs?: number;
}

/** Validates the payload and creates one sealed message per consumer. @throws INVALID_REQUEST */
export function toMessages<E extends EventContract>(
  sealer: Sealer,
  event: E,
  payload: PayloadOf<E>,
  { key, delayMs = 0 }: PublishOptions,
): OutboxMessage[] {
  parse(event.payload, payload);
  if (!event.senders.some((sender) => sender === sealer.self))
    throw new Error(`${sealer.self} is not a sender of ${event.name}`);
  const messageId = `${event.name}~${key}`;
  const envelope = {
    v: 1,
    name: event.name,
    payload,
    ...(currentContext() ?? newContext()),
  } as const;
  return event.consumers.map((consumer) => ({
    messageId,
    queue: eventsQueue(consumer),
    name: event.name,
    sealed: sealEnvelope(sealer, consumer, messageId, envelope),
    envelope,
    delayMs,
    isBundled: event.isBundled === true,
  }));
}
