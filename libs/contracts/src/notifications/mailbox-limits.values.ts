import { DAY_SECONDS } from '../request-limits.js';

/**
 * How many emails one mailbox gets in any 24 hours, besides those about leads that were paid for. The last notice is a
 * summary of all that did not fit. Links to a confirmed mailbox are limited only by the calls that request them.
 */
export const MAILBOX_DAILY_LIMITS = {
  unconfirmed: { notices: 4, reminders: 4, confirmations: 4, resets: 4 },
  confirmed: { notices: 30 },
} as const;

export const MAILBOX_WINDOW_SECONDS = DAY_SECONDS;

/** The most emails that a stranger gets in any 24 hours if someone enters their address. */
export const MAILS_TO_UNCONFIRMED_MAILBOX = Object.values(MAILBOX_DAILY_LIMITS.unconfirmed).reduce(
  (sum, limit) => sum + limit,
  0,
);
