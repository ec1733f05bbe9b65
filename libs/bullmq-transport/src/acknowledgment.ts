import { eventsQueue, type SenderName } from '@desk/contracts';
import { Collector } from '@desk/timing';
import type { RedisLink } from './redis-link.js';
import type { Origin, Sealer } from './sealing.js';

/** Says that a consumer has processed an event, so its sender may delete it from the outbox. */
export interface Acknowledgment {
  readonly queue: string;
  readonly messageId: string;
}

/** Keeps its spelling: during an update, the release before must read what this one seals. */
const purposeOf = (queue: string, messageId: string): string => `acknowledgement ${queue} ${messageId}`;

/** Splits at the first space. A message id may contain spaces. */
function split(text: string): [first: string, rest: string] {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}

/**
 * Returns the acknowledgment of an event from `origin`. It carries proof of the consumer: an event that anybody could
 * acknowledge could be lost.
 */
export const toAcknowledgment = (
  sealer: Sealer,
  origin: Origin,
  { queue, messageId }: Acknowledgment,
): string => `${sealer.sealReply('', purposeOf(queue, messageId), origin)} ${queue} ${messageId}`;

/** Returns undefined unless the acknowledgment is the consumer's own. */
export function readAcknowledgment(sealer: Sealer, text: string): Acknowledgment | undefined {
  const [first, rest] = split(text);
  const [queue, messageId] = split(rest);
  try {
    const { sender } = sealer.open(first, purposeOf(queue, messageId)).origin;
    return isOwnQueue(queue, sender) ? { queue, messageId } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the queue holds the consumer's events, so that it may report on them. */
export const isOwnQueue = (queue: string, consumer: SenderName): boolean =>
  consumer !== 'gateway' && queue === eventsQueue(consumer);

/** Well below the time after which the sender republishes a message that is not acknowledged. */
const DELAY_MS = 100;

/**
 * Acknowledges events to their senders. Nobody waits for it, so acknowledgments are collected and sent together. If a
 * crash loses one, its event is only published again.
 */
export class Acknowledger {
  private readonly collector = new Collector<{ readonly ackTo: string; readonly text: string }>(
    DELAY_MS,
    async (acknowledgments) => {
      const sent = acknowledgments.map(({ ackTo, text }) => this.redis.commands.publish(ackTo, text));
      await Promise.allSettled(sent);
    },
  );

  constructor(
    private readonly redis: RedisLink,
    private readonly sealer: Sealer,
    private readonly queue: string,
  ) {}

  add(ackTo: string, origin: Origin, messageId: string): void {
    const text = toAcknowledgment(this.sealer, origin, { queue: this.queue, messageId });
    this.collector.add({ ackTo, text });
  }

  /** Sends what waits. Never rejects. */
  flush(): Promise<void> {
    return this.collector.flush();
  }
}
