import { eventsQueue, type SenderName } from '@desk/contracts';
import type { Origin } from './keyring.js';
import type { Sealer } from './sealing.js';

/** Says that a consumer has processed an event, so its sender may delete it from the outbox. */
export interface Acknowledgement {
  readonly queue: string;
  readonly messageId: string;
}

const purposeOf = (queue: string, messageId: string): string => `acknowledgement ${queue} ${messageId}`;

/** Splits at the first space. A message id may contain spaces. */
function split(text: string): [first: string, rest: string] {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}

/**
 * Returns the acknowledgement of an event from `origin`. It carries proof of the consumer: an event that anybody could
 * acknowledge could be lost.
 */
export const toAcknowledgement = (
  sealer: Sealer,
  origin: Origin,
  { queue, messageId }: Acknowledgement,
): string =>
  origin.sender === undefined
    ? `${queue} ${messageId}`
    : `${sealer.sealReply('', purposeOf(queue, messageId), origin)} ${queue} ${messageId}`;

/** Returns undefined unless the acknowledgement is the consumer's own. */
export function readAcknowledgement(sealer: Sealer, text: string): Acknowledgement | undefined {
  const [first, rest] = split(text);
  // The previous release's form. Remove with the shared keys in the next release.
  if (!first.includes('/')) return sealer.hasSharedKey ? { queue: first, messageId: rest } : undefined;
  const [queue, messageId] = split(rest);
  try {
    const { sender } = sealer.open(first, purposeOf(queue, messageId)).origin;
    return isOwnQueue(queue, sender) ? { queue, messageId } : undefined;
  } catch {
    return undefined;
  }
}

const isOwnQueue = (queue: string, consumer: SenderName | undefined): boolean =>
  consumer !== undefined && consumer !== 'gateway' && queue === eventsQueue(consumer);
