import { boolean, number } from 'yup';
import { defineEvent } from '../define-message.js';
import { cents, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { moneyBackReasons } from './refunds.values.js';

/** Task: send a refund to the card provider, or find out its outcome. `attempt` counts from 1. */
export const resolveRefund = defineEvent('billing', 'billing.resolve-refund', {
  payload: strictObject({ refundId: uuid(), attempt: number().integer().min(1).required() }),
  consumers: ['billing'],
});

const moneyBack = {
  /** Of the refund, or of the lost dispute. Orders this event and `billing.lead-refund-failed`. */
  refundId: uuid(),
  purchaseId: uuid(),
  offerId: uuid(),
  leadId: uuid(),
  buyerId: uuid(),
  amountCents: cents(),
};

/** The whole payment for a lead went back to the card. The lead stays the buyer's. */
export const leadRefunded = defineEvent('billing', 'billing.lead-refunded', {
  payload: strictObject({
    ...moneyBack,
    reason: oneOf(moneyBackReasons).required(),
    refundedAt: instant(),
    /** As in `notifications.lead-undeliverable`. */
    isOurFailure: boolean().optional(),
  }),
  consumers: ['lead-router', 'notifier'],
});

/** A refund that had succeeded failed: the money came back to us, and the lead counts as paid again. */
export const leadRefundFailed = defineEvent('billing', 'billing.lead-refund-failed', {
  payload: strictObject({ ...moneyBack, failedAt: instant() }),
  consumers: ['lead-router', 'notifier'],
});
