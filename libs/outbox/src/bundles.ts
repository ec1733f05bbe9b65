import type { JobData, SealedMessage } from '@desk/bullmq-transport';

/** One process handles a whole job: with more messages in it, other copies of the service could be idle. */
export const MAX_BUNDLE_SIZE = 50;

/** Returns one job for all messages, or several if they are more than one job may hold. */
export function toBundles(messages: readonly SealedMessage[], ackTo: string): JobData[] {
  const bundles: JobData[] = [];
  for (let start = 0; start < messages.length; start += MAX_BUNDLE_SIZE) {
    const [first, ...more] = messages.slice(start, start + MAX_BUNDLE_SIZE);
    if (first) bundles.push({ ...first, ackTo, ...(more.length > 0 ? { more } : {}) });
  }
  return bundles;
}
