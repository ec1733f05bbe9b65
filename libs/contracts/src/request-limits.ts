import { DomainError } from './error-codes.js';

/**
 * Whose requests share one counter: those of a client network (an IPv4 address or an IPv6 /64), a signed-in user, a
 * funnel key, the mails to one mailbox, or the messages to one phone number.
 */
export type LimitSubject = 'network' | 'user' | 'funnel key' | 'mailbox' | 'phone number';

/** At most this many requests in a window, which starts with the first request. */
export interface RequestLimit {
  readonly per: LimitSubject;
  readonly requests: number;
  readonly seconds: number;
  /** The gateway counts in Redis, shared by its copies; accounts and notifier in PostgreSQL. */
  readonly countedBy: 'gateway' | 'accounts' | 'notifier';
}

/**
 * The limit of wrong passwords, which accounts counts per user, per network, and per pair of both. After the free
 * attempts, each further attempt must wait twice as long as the one before.
 */
export const PASSWORD_ATTEMPTS = 'password attempts';

export type RouteLimit = RequestLimit | typeof PASSWORD_ATTEMPTS;

/** Why a flood of calls would cost money or harm people. A route with an effect must declare limits. */
export type RouteEffect =
  | 'sends mail'
  | 'sends a message'
  | 'uses a card'
  | 'hashes a password'
  | 'reveals whether an address is known';

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

export const perNetwork = (requests: number, seconds: number): RequestLimit => ({
  per: 'network',
  requests,
  seconds,
  countedBy: 'gateway',
});
export const perUser = (requests: number, seconds: number): RequestLimit => ({
  per: 'user',
  requests,
  seconds,
  countedBy: 'gateway',
});

/**
 * Limit of all routes together that declare no limit per network, except those for funnels. Far above what an
 * office behind one address needs.
 */
export const DEFAULT_NETWORK_LIMIT = perNetwork(1_000, 10);

/**
 * Limits of routes for funnels. A funnel may post 100 leads a second with bursts of 200: at most 300 posts in any
 * second and 1,200 in any ten seconds. The rest is room for posts that a slow connection delays and bunches.
 */
export const FUNNEL_KEY_LIMITS: readonly RequestLimit[] = [
  { per: 'funnel key', requests: 500, seconds: 1, countedBy: 'gateway' },
  { per: 'funnel key', requests: 1_500, seconds: 10, countedBy: 'gateway' },
];

/** Allows as many leads in batches of 100 as in single posts. */
export const FUNNEL_BATCH_LIMITS: readonly RequestLimit[] = [
  { per: 'funnel key', requests: 5, seconds: 1, countedBy: 'gateway' },
  { per: 'funnel key', requests: 15, seconds: 10, countedBy: 'gateway' },
];

/** The link to a report may be passed on to others, so the limit is low. */
export const FUNNEL_REPORT_LIMITS: readonly RequestLimit[] = [
  { per: 'funnel key', requests: 30, seconds: MINUTE_SECONDS, countedBy: 'gateway' },
];

/** Limits of posts with a publishable key, which anyone can read. One page and one household post little. */
export const PUBLISHABLE_KEY_LIMITS: readonly RequestLimit[] = [
  { per: 'funnel key', requests: 10, seconds: 1, countedBy: 'gateway' },
  perNetwork(20, MINUTE_SECONDS),
];

/** Posts without a valid funnel key. A valid key is never refused because of invalid ones from the same network. */
export const UNKNOWN_KEY_LIMIT = perNetwork(20, 10);

const UNITS = [
  { name: 'hour', seconds: HOUR_SECONDS },
  { name: 'minute', seconds: MINUTE_SECONDS },
  { name: 'second', seconds: 1 },
] as const;

/** A waiting time in its largest whole unit, rounded up so that nobody comes back too early: `90` → `2 minutes`. */
function formatWait(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= one.seconds) ?? UNITS[2];
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}

export const tooManyRequests = (retryAfterSeconds: number): DomainError =>
  new DomainError('TOO_MANY_REQUESTS', {
    detail: `Too many requests. Please try again in ${formatWait(retryAfterSeconds)}.`,
    info: { retryAfter: String(retryAfterSeconds) },
  });
