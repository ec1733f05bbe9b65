import type Stripe from 'stripe';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The stored part of an event. It holds no personal data; everything else is read from the provider. */
export interface ProviderEventSummary {
  readonly objectId: string | null;
  /** Seconds since the epoch, by the provider's clock. */
  readonly created: number;
  /** The `offer_id` in the metadata of our payment intents. */
  readonly offerId: string | null;
  /** The payment that a refund, charge or dispute is about. Absent for other objects. */
  readonly intentId?: string;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly summary: ProviderEventSummary;
}

export const toProviderEvent = ({ id, type, created, data }: Stripe.Event): ProviderEvent => ({
  id,
  type,
  summary: summarize(created, data.object),
});

function summarize(created: number, object: Stripe.Event['data']['object']): ProviderEventSummary {
  const offerId = 'metadata' in object ? object.metadata?.['offer_id'] : undefined;
  return {
    created,
    objectId: 'id' in object ? object.id : null,
    offerId: offerId !== undefined && UUID.test(offerId) ? offerId : null,
    ...('payment_intent' in object && typeof object.payment_intent === 'string'
      ? { intentId: object.payment_intent }
      : {}),
  };
}

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
