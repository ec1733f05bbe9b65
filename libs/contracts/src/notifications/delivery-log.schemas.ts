import { number, string, type InferType } from 'yup';
import { instant, strictObject } from '../primitives.js';
import { deliveryAttemptResults } from './delivery-log.values.js';

/** One attempt to send a delivery. */
export const deliveryAttemptSchema = strictObject({
  /**
   * Counts from 1 over all rounds. A process that died before it recorded its attempt leaves a gap, and so does an attempt
   * that was put off before anything was sent.
   */
  attempt: number().integer().min(1).required(),
  startedAt: instant(),
  durationMs: number().integer().min(0).required(),
  result: string()
    .oneOf([...deliveryAttemptResults])
    .required(),
  /** A `DeliveryFailureReason`, or one that only a newer release knows. */
  reason: string().nullable().defined(),
  /** What the recipient's side answered, such as an SMTP or HTTP status. */
  providerCode: string().nullable().defined(),
});
export type DeliveryAttempt = InferType<typeof deliveryAttemptSchema>;
