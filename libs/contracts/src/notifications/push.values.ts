/** The most browsers on which one agent may allow notifications. */
export const MAX_PUSH_BROWSERS = 10;

/**
 * A notification that was not shown within this time is not shown at all. As long as the default of LEAD_MAX_AGE_HOURS.
 */
export const PUSH_LIFETIME_HOURS = 24;

/** Why a browser no longer gets notifications although its agent did not turn them off here. */
export const pushEndReasons = [
  /** The push service no longer knows the browser: permission was withdrawn, or the browser's data was cleared. */
  'GONE',
  /** Another agent allowed notifications on the same browser. */
  'TAKEN_OVER',
  /** The browser allowed notifications for a key that we no longer use. */
  'KEY_CHANGED',
] as const;
export type PushEndReason = (typeof pushEndReasons)[number];

/** The service worker that shows notifications. At the root, so that it may open every page. */
export const PUSH_WORKER_PATH = '/push-worker.js';
