import { MAX_RETRY_AFTER_MS } from '../sending/retry-schedule.js';

const SECONDS_PER_DAY = 86_400;
/** An endpoint that accepts nothing while we try for so long is no longer tried. */
const MAX_FAILING_SECONDS = 5 * SECONDS_PER_DAY;
/** Retries follow sooner. In a longer gap nothing was tried, so the channel may have been working. */
const MAX_GAP_SECONDS = (2 * MAX_RETRY_AFTER_MS) / 1_000;

/** A channel's failures since the last message that it accepted. */
export interface Failures {
  readonly failingSince: Date | null;
  readonly lastFailedAt: Date | null;
  /** How long messages were tried in vain, without the gaps in which nothing was tried. */
  readonly failingSeconds: number;
}

/** Returns the failures with one more. */
export function addFailure({ failingSince, lastFailedAt, failingSeconds }: Failures, at: Date): Failures {
  // The last failure may belong to an earlier period: the end of a period changes `failingSince` only.
  if (!failingSince || !lastFailedAt || lastFailedAt < failingSince)
    return { failingSince: failingSince ?? at, lastFailedAt: at, failingSeconds: 0 };
  const gapSeconds = Math.max(0, at.getTime() - lastFailedAt.getTime()) / 1_000;
  return {
    failingSince,
    lastFailedAt: at > lastFailedAt ? at : lastFailedAt,
    failingSeconds: failingSeconds + (gapSeconds <= MAX_GAP_SECONDS ? gapSeconds : 0),
  };
}

export const hasFailedForDays = ({ failingSeconds }: Failures): boolean =>
  failingSeconds >= MAX_FAILING_SECONDS;
