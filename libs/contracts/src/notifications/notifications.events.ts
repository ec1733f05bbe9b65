import { boolean, number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { instant, oneOf, strictObject, uuid } from '../primitives.js';
import { channelKinds, channelStates, optionalChannelKinds } from './channels.values.js';

/** Task: apply what Twilio reported about a text message. Reports come in any order and more than once. */
export const applyTextMessageReport = defineEvent('notifier', 'notifications.apply-text-message-report', {
  payload: strictObject({
    deliveryId: uuid(),
    /** Twilio's id of the message. A delivery has several if an answer was lost. */
    messageSid: string().max(64).required(),
    /** Twilio's own word. */
    status: string().max(30).required(),
    errorCode: number().integer().nullable().defined(),
  }),
  consumers: ['notifier'],
});

/** A mail server refused an email address for good. accounts asks the user to confirm it again. */
export const emailBounced = defineEvent('notifier', 'notifications.email-bounced', {
  payload: strictObject({ userId: uuid(), email: string().max(254).required(), at: instant() }),
  consumers: ['accounts'],
});

/** The state of a channel that an agent added to email. `removed` ends it. */
export const channelChanged = defineEvent('notifier', 'notifications.channel-changed', {
  payload: strictObject({
    channelId: uuid(),
    userId: uuid(),
    kind: oneOf(optionalChannelKinds).required(),
    state: string()
      .oneOf([...channelStates, 'removed'])
      .required(),
    /** A `ChannelDisabledReason` if it is disabled. */
    disabledReason: string().nullable().defined(),
    /** Whether the channel was set up, possibly with a new destination. */
    isSetUp: boolean().required(),
    at: instant(),
  }),
  consumers: ['accounts', 'notifier'],
});

/** A channel accepted the lead. lead-router stores the first time. */
export const leadDelivered = defineEvent('notifier', 'notifications.lead-delivered', {
  payload: strictObject({
    deliveryId: uuid(),
    leadId: uuid(),
    offerId: uuid(),
    buyerId: uuid(),
    channel: oneOf(channelKinds).required(),
    deliveredAt: instant(),
  }),
  consumers: ['lead-router'],
  isBundled: true,
});

/** An attempt to send a sold lead failed, through no failure of ours, and no channel has accepted it so far. */
export const leadDeferred = defineEvent('notifier', 'notifications.lead-deferred', {
  payload: strictObject({ leadId: uuid(), offerId: uuid(), buyerId: uuid() }),
  consumers: ['lead-router'],
});

/** Every channel's delivery of a sold lead has failed for good. billing refunds its buyer. Published once for each offer. */
export const leadUndeliverable = defineEvent('notifier', 'notifications.lead-undeliverable', {
  payload: strictObject({
    leadId: uuid(),
    offerId: uuid(),
    buyerId: uuid(),
    at: instant(),
    /** No recipient ever answered, because our mail server or a provider failed. */
    isOurFailure: boolean().required(),
  }),
  consumers: ['billing'],
});
