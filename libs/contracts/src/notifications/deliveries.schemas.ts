import { number, string, type InferType } from 'yup';
import { count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { channelKinds } from './channels.values.js';
import { deliveryAttemptResults, deliveryStates } from './deliveries.values.js';

/** One lead on one channel. `sent` means that the receiving server accepted it, never that it was only attempted. */
export const deliverySchema = strictObject({
  id: uuid(),
  leadId: uuid(),
  buyerId: uuid(),
  channel: oneOf(channelKinds).required(),
  /** The buyer's address on this channel; of a webhook only the host, because the whole address is a secret. */
  address: string().required(),
  status: oneOf(deliveryStates).required(),
  attempts: count(),
  queuedAt: instant(),
  nextAttemptAt: instant().nullable(),
  sentAt: instant().nullable(),
  /** When the recipient's side confirmed the arrival; see `confirmsArrival`. */
  confirmedAt: instant().nullable(),
  failedAt: instant().nullable(),
  /** A `DeliveryFailureReason`. Not validated as one: a newer notifier may send a reason that this release lacks. */
  lastErrorCode: string().nullable().defined(),
});
export type Delivery = InferType<typeof deliverySchema>;

export const deliveryAttemptSchema = strictObject({
  /**
   * Counts from 1 over all rounds. An attempt leaves a gap if the process died before it recorded the attempt, or if
   * the attempt was deferred before anything was sent.
   */
  attempt: number().integer().min(1).required(),
  startedAt: instant(),
  durationMs: count(),
  result: oneOf(deliveryAttemptResults).required(),
  /** A `DeliveryFailureReason`, or one that only a newer release knows. */
  reason: string().nullable().defined(),
  /** The answer of the recipient's side, such as an SMTP or HTTP status. */
  providerCode: string().nullable().defined(),
});
export type DeliveryAttempt = InferType<typeof deliveryAttemptSchema>;
