import { number, string, type InferType } from 'yup';
import { instant, strictObject, uuid } from '../primitives.js';
import { deliveryStates, channelKinds } from './notifications.values.js';

/** One lead on one channel. `sent` means that the receiving server accepted it, never that it was only attempted. */
export const deliverySchema = strictObject({
  id: uuid(),
  leadId: uuid(),
  buyerId: uuid(),
  channel: string()
    .oneOf([...channelKinds])
    .required(),
  /** The buyer's address on this channel; of a webhook only the host, because the whole address is a secret. */
  address: string().required(),
  status: string()
    .oneOf([...deliveryStates])
    .required(),
  attempts: number().integer().min(0).required(),
  queuedAt: instant(),
  nextAttemptAt: instant().nullable().defined(),
  sentAt: instant().nullable().defined(),
  /** When the recipient's side confirmed the arrival. Text messages only; a notifier of the previous release omits it. */
  confirmedAt: instant().nullable().optional(),
  failedAt: instant().nullable().defined(),
  /** A `DeliveryFailureReason`. Not validated as one: a newer notifier may send a reason that this release lacks. */
  lastErrorCode: string().nullable().defined(),
});
export type Delivery = InferType<typeof deliverySchema>;
