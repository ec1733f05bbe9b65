import { number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';

/** The card on file expires soon. Once for each card and each of `cardExpiryNoticeDays`. */
export const cardExpiring = defineEvent('billing.card-expiring', {
  senders: ['billing'],
  payload: strictObject({
    buyerId: uuid(),
    brand: string().max(40).required(),
    last4: string().max(4).required(),
    expMonth: number().integer().min(1).max(12).required(),
    expYear: number().integer().min(2000).max(2100).required(),
    /** The card expires in at most this many days: 30 or 7. */
    days: number().integer().min(1).max(60).required(),
  }),
  consumers: ['notifier'],
});
