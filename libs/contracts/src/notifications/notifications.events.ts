import { number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { instant, strictObject, uuid } from '../primitives.js';
import { channelKinds } from './notifications.values.js';

/** Counts from 1 and makes each task a message of its own. */
const attempt = () => number().integer().min(1).required();

/** Task: send this delivery now. */
export const sendDelivery = defineEvent({
  name: 'notifications.send-delivery',
  senders: ['notifier'],
  payload: strictObject({ deliveryId: uuid(), attempt: attempt() }),
  consumers: ['notifier'],
});

/** Task: send this account mail now. */
export const sendAccountMail = defineEvent({
  name: 'notifications.send-account-mail',
  senders: ['notifier'],
  payload: strictObject({ mailId: uuid(), attempt: attempt() }),
  consumers: ['notifier'],
});

/** A mail server refused an email address for good. accounts asks the user to confirm it again. */
export const emailBounced = defineEvent({
  name: 'notifications.email-bounced',
  senders: ['notifier'],
  payload: strictObject({ userId: uuid(), email: string().max(254).required(), at: instant() }),
  consumers: ['accounts'],
});

/** A channel accepted the lead. lead-router stores the first time. */
export const leadDelivered = defineEvent({
  name: 'notifications.lead-delivered',
  senders: ['notifier'],
  payload: strictObject({
    deliveryId: uuid(),
    leadId: uuid(),
    offerId: uuid(),
    buyerId: uuid(),
    channel: string()
      .oneOf([...channelKinds])
      .required(),
    deliveredAt: instant(),
  }),
  consumers: ['lead-router'],
});
