import { DAY_SECONDS, HOUR_SECONDS } from '@desk/contracts';

/** Leaves room to mistype a card and to try another one. After this many failures, the intent is canceled. */
export const MAX_FAILURES_PER_INTENT = 3;

export const CARD_SETUP_LIMITS = {
  ofBuyer: { setups: 20, failures: 9, seconds: DAY_SECONDS },
  overall: { setups: 600, seconds: HOUR_SECONDS },
} as const;

/** Fewer failures than this happen by chance. */
const UNUSUAL_FAILURES = 20;
const UNUSUAL_FAILURES_PER_SETUP = 0.5;

export interface SetupCounts {
  /** Card set-ups within the counted period, of one buyer or of all. */
  readonly setups: number;
  readonly failures: number;
}

/** Whether so many set-ups fail that somebody is likely testing stolen cards. */
export const isUnusual = ({ setups, failures }: SetupCounts): boolean =>
  failures >= UNUSUAL_FAILURES && failures >= setups * UNUSUAL_FAILURES_PER_SETUP;
