import { type FailureKind, failureKinds } from '@desk/contracts';
import type { Job } from 'bullmq';
import { isOwnQueue } from './acknowledgment.js';
import type { JobData } from './envelope.js';
import { failureKindOf, isFinal } from './faults.js';
import type { RedisLink } from './redis-link.js';
import { isSender, type Origin, type Sealer } from './sealing.js';

/** Says that a consumer's round of attempts at an event has failed. */
export interface FailureReport {
  readonly kind: FailureKind;
  readonly queue: string;
  readonly messageId: string;
}

/** Begins every report. An acknowledgment never begins like this. */
const PREFIX = 'failed';

const purposeOf = ({ kind, queue, messageId }: FailureReport): string =>
  `failure ${kind} ${queue} ${messageId}`;

/** Returns the report for the sender of an event. It carries proof of the consumer, as acknowledgments do. */
export function toFailureReport(sealer: Sealer, origin: Origin, report: FailureReport): string {
  const proof = sealer.sealReply('', purposeOf(report), origin);
  return [PREFIX, report.kind, proof, report.queue, report.messageId].join(' ');
}

/** Returns undefined unless the text is a report by the consumer itself. */
export function readFailureReport(sealer: Sealer, text: string): FailureReport | undefined {
  const [prefix, kindText, proof = '', queue = '', ...rest] = text.split(' ');
  const kind = failureKinds.find((known) => known === kindText);
  if (prefix !== PREFIX || !kind) return undefined;
  const report = { kind, queue, messageId: rest.join(' ') };
  try {
    const { sender } = sealer.open(proof, purposeOf(report)).origin;
    return isOwnQueue(queue, sender) ? report : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the process to which the failure of an event is reported. Its name comes from the event's label, which is not
 * verified: an unreadable event cannot be opened. A wrong name does no harm: that process learns nothing new, and
 * ignores reports about messages it did not send.
 */
export function readClaimedOrigin(sealer: Sealer, sealed: string): Origin | undefined {
  const [, sender] = sealed.slice(0, sealed.indexOf('.')).split('/');
  return isSender(sender) ? { keyId: sealer.currentKeyId, sender } : undefined;
}

/** Reports to the sender of an event that a round of attempts has failed, if the message may be at fault. */
export async function reportFailure(
  redis: RedisLink,
  sealer: Sealer,
  job: Job<JobData>,
  error: unknown,
): Promise<void> {
  const { id, ackTo, sealed } = job.data;
  const kind = failureKindOf(error);
  const isLastAttempt = isFinal(error) || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const origin = readClaimedOrigin(sealer, sealed);
  if (ackTo === undefined || kind === undefined || !origin || !isLastAttempt) return;
  try {
    const text = toFailureReport(sealer, origin, { kind, queue: job.queueName, messageId: id });
    await redis.commands.publish(ackTo, text);
  } catch {
    // The sender republishes the message, and the next round is reported again.
  }
}
