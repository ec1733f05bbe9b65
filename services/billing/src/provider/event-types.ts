/** Events of a payment intent that tell its outcome. */
export const chargeEventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
] as const;

export const refundEventTypes = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const;

export const disputeEventTypes = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

export const cardEventTypes = [
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
] as const;

/** A card was refused while it was being saved. */
export const setupEventTypes = ['setup_intent.setup_failed'] as const;

/**
 * Every type of event that can change what we know. The provider lists at most 20 types at once. Saving a card
 * needs no event: our pages verify the setup with the provider when the cardholder is done.
 */
export const handledEventTypes = [
  ...chargeEventTypes,
  ...refundEventTypes,
  ...disputeEventTypes,
  ...cardEventTypes,
  ...setupEventTypes,
] as const;
