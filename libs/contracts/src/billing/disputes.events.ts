import { number } from 'yup';
import { defineEvent } from '../define-message.js';
import { flag, instant, strictObject, uuid } from '../primitives.js';

/**
 * A buyer's service stops because of a dispute, or continues after an administrator looked at it. A `version` below the
 * last one seen is stale.
 */
export const buyerReviewChanged = defineEvent('billing.buyer-review-changed', {
  senders: ['billing'],
  payload: strictObject({
    buyerId: uuid(),
    version: number().integer().min(1).required(),
    isUnderReview: flag(),
    at: instant(),
  }),
  consumers: ['lead-router', 'notifier'],
});
