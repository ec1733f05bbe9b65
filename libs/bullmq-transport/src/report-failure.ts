import type { Job } from 'bullmq';
import type { JobData } from './envelope.js';
import { claimedOrigin, toFailureReport } from './failure-report.js';
import { failureKindOf, isFinal } from './faults.js';
import type { RedisLink } from './redis-link.js';
import type { Sealer } from './sealing.js';

/** Tells the sender of an event that this round of attempts is over, unless the message is not at fault. */
export async function reportFailure(
  redis: RedisLink,
  sealer: Sealer,
  job: Job<JobData>,
  error: unknown,
): Promise<void> {
  const { id, ackTo, sealed } = job.data;
  const kind = failureKindOf(error);
  const isLastAttempt = isFinal(error) || job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const origin = claimedOrigin(sealer, sealed);
  if (ackTo === undefined || kind === undefined || !origin || !isLastAttempt) return;
  try {
    const text = toFailureReport(sealer, origin, { kind, queue: job.queueName, messageId: id });
    await redis.commands.publish(ackTo, text);
  } catch {
    // The sender republishes the message, and the next round is reported again.
  }
}
