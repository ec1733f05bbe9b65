import type { ResentDeliveries } from '@desk/contracts/notifications/deliveries.routes';
import type { RouteBody } from '@/lib/api-client';

export type ResendBatch = Omit<RouteBody<'resendDeliveries'>, 'failedBefore'>;
/** The chosen deliveries, or all failed ones that match. */
export type ResendTarget = Omit<ResendBatch, 'after'>;
export type ResendCounts = Omit<ResentDeliveries, 'next'>;

/** Returns when the server answered, rounded up to a second. The browser's clock may be wrong. */
export const readServerTime = (headers: Headers): string =>
  new Date(Date.parse(headers.get('date') ?? '') + 1_000).toISOString();

interface Options {
  readonly send: (batch: ResendBatch) => Promise<ResentDeliveries>;
  readonly onProgress: (counts: ResendCounts) => void;
  readonly batchSize: number;
  readonly max: number;
}

/**
 * Sends deliveries again, one batch after the other, and reports the counts so far after each. The result is partial if
 * it stopped at the maximum, so that there may be more.
 */
export async function resendInBatches(
  target: ResendTarget,
  { send, onProgress, batchSize, max }: Options,
): Promise<ResendCounts & { readonly isPartial: boolean }> {
  let counts: ResendCounts = { resent: 0, skipped: 0 };
  const run = async (batch: ResendBatch): Promise<string | null> => {
    const { resent, skipped, next } = await send(batch);
    counts = { resent: counts.resent + resent, skipped: counts.skipped + skipped };
    onProgress(counts);
    return next;
  };

  const { deliveryIds } = target;
  if (deliveryIds !== undefined) {
    for (let start = 0; start < deliveryIds.length; start += batchSize)
      await run({ deliveryIds: deliveryIds.slice(start, start + batchSize) });
    return { ...counts, isPartial: false };
  }
  let next = await run(target);
  while (next !== null && counts.resent + counts.skipped < max) next = await run({ ...target, after: next });
  return { ...counts, isPartial: next !== null };
}
