import { array, boolean, type InferType, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { deliveryStates } from './deliveries.values.js';

const ENDPOINT_MAX = 2_000;
const notASubscription = 'Not a push subscription';

const endpoint = () => boundedText({ kind: 'code', max: ENDPOINT_MAX, message: notASubscription });
/** A key in base64url, as browsers write it. `length` is in characters. */
const key = (length: number, pattern: RegExp) =>
  boundedText({ max: length, pattern, message: notASubscription }).required(notASubscription);

/** The subscription that a browser created. */
export const allowPushSchema = strictObject({
  endpoint: endpoint().required(notASubscription),
  /** The browser's public key: 65 bytes. */
  p256dh: key(87, /^[A-Za-z0-9_-]{87}$/),
  /** The secret that it shares with us: 16 bytes. */
  auth: key(22, /^[A-Za-z0-9_-]{22}$/),
  /** Our public key that the browser subscribed with. */
  applicationServerKey: key(87, /^[A-Za-z0-9_-]{87}$/),
  replaces: endpoint().optional(),
});
export type AllowPush = InferType<typeof allowPushSchema>;

/** A browser on which the agent allowed notifications. */
export const pushBrowserSchema = strictObject({
  id: uuid(),
  /** Such as 'Chrome on Windows'. */
  name: string().required(),
  /** SHA-256 of the endpoint as base64url, so that a browser recognizes itself. */
  endpointDigest: string().required(),
  allowedAt: instant(),
  /** Null while it gets notifications. */
  endedAt: instant().nullable(),
  /** A `PushEndReason`. Not validated as one: a newer notifier may send a reason that this release lacks. */
  endReason: string().nullable().defined(),
  /** Allowed before the account was recovered, and paused until the agent keeps or removes it. */
  needsReview: boolean().oneOf([true]).optional(),
  /** The result of the last lead's notification. */
  lastNotification: strictObject({
    status: oneOf(deliveryStates).required(),
    at: instant(),
    /** A `DeliveryFailureReason`. */
    lastErrorCode: string().nullable().defined(),
  }).nullable(),
});
export type PushBrowser = InferType<typeof pushBrowserSchema>;

export const pushSetUpSchema = strictObject({
  /** Our public key, as `PushManager.subscribe` expects it; null if this system sends no notifications. */
  applicationServerKey: string().nullable().defined(),
  browsers: array(pushBrowserSchema).required(),
});
export type PushSetUp = InferType<typeof pushSetUpSchema>;

/** The result of a test notification. `reason` is a `DeliveryFailureReason`; null if the push service accepted it. */
export const pushTestSchema = strictObject({
  reason: string().nullable().defined(),
  durationMs: count(),
});
export type PushTest = InferType<typeof pushTestSchema>;
