import { array, boolean, type InferType, string } from 'yup';
import { count, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { channelStates, optionalChannelKinds } from './channels.values.js';
import { deliveryStates } from './deliveries.values.js';

const nullableText = () => string().nullable().defined();

/** A channel that an agent added to email. */
export const channelSchema = strictObject({
  id: uuid(),
  kind: oneOf(optionalChannelKinds).required(),
  state: oneOf(channelStates).required(),
  /** The phone number, the endpoint's URL (for admins, its host), or the Slack channel and workspace. */
  address: string().required(),
  /** A `ChannelDisabledReason`. Not validated as one: a newer notifier may send a reason that this release lacks. */
  disabledReason: nullableText(),
  /** Set up before the account was recovered, and paused until the agent keeps or removes it. */
  needsReview: boolean().oneOf([true]).optional(),
  /** When the first of its uninterrupted failures happened. */
  failingSince: instant().nullable(),
  lastDelivery: strictObject({
    status: oneOf(deliveryStates).required(),
    at: instant(),
    /** A `DeliveryFailureReason`, as in `deliverySchema`. */
    lastErrorCode: nullableText(),
  }).nullable(),
});
export type AgentChannel = InferType<typeof channelSchema>;

export const channelsAnswer = array(channelSchema).required();

/** The result of a test message. The texts are what was sent and answered, shortened; null if there was none. */
export const channelTestSchema = strictObject({
  isAccepted: boolean().required(),
  /** A `DeliveryFailureReason`; null if it was accepted. */
  reason: nullableText(),
  durationMs: count(),
  request: nullableText(),
  response: nullableText(),
});
export type ChannelTest = InferType<typeof channelTestSchema>;
