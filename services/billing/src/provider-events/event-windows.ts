/** Events may be listed a little after they were created, and clocks differ. */
const OVERLAP_SECONDS = 120;
/** The provider keeps events for 30 days. */
const MAX_AGE_SECONDS = 29 * 86_400;
const MAX_WINDOW_SECONDS = 3_600;

/** Part of the provider's list of events, in seconds since the epoch: `from` included, `to` excluded. */
export interface EventWindow {
  readonly from: number;
  readonly to: number;
}

/** Returns the first window after what was read, with an overlap. */
export function firstWindow(readUntil: Date, now: Date): EventWindow {
  const nowSeconds = Math.floor(now.getTime() / 1_000) + 1;
  const readSeconds = Math.floor(readUntil.getTime() / 1_000);
  const from = Math.max(readSeconds - OVERLAP_SECONDS, nowSeconds - MAX_AGE_SECONDS);
  return { from, to: Math.min(nowSeconds, Math.max(from, readSeconds) + MAX_WINDOW_SECONDS) };
}

/** Returns the earlier half of a window that holds too many events, or undefined if it cannot be divided. */
export const earlierHalf = ({ from, to }: EventWindow): EventWindow | undefined =>
  to - from > 1 ? { from, to: from + Math.ceil((to - from) / 2) } : undefined;
