import { isUuid } from '@desk/contracts';
import type Stripe from 'stripe';

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
    offerId: offerId !== undefined && isUuid(offerId) ? offerId : null,
    ...('payment_intent' in object && typeof object.payment_intent === 'string'
      ? { intentId: object.payment_intent }
      : {}),
  };
}

/**
 * Every type of event that can change what we know, and what it is about. The provider lists at most 20 types at once.
 * Card setups need events about refusals only: our pages verify a setup with the provider when the cardholder is done.
 */
export const eventSubjects = {
  'payment_intent.succeeded': 'charge',
  'payment_intent.payment_failed': 'charge',
  'payment_intent.canceled': 'charge',
  'payment_intent.processing': 'charge',
  'payment_intent.requires_action': 'charge',
  'charge.refunded': 'refund',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
  'payment_method.updated': 'card',
  'payment_method.automatically_updated': 'card',
  'payment_method.detached': 'card',
  'setup_intent.setup_failed': 'card-setup',
} as const;

type HandledEventType = keyof typeof eventSubjects;
export const isHandled = (type: string): type is HandledEventType => Object.hasOwn(eventSubjects, type);
export const handledEventTypes = Object.keys(eventSubjects).filter(isHandled);
