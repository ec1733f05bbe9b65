import { boolean, number, string } from 'yup';
import { defineEvent } from '../define-message.js';
import { cents, count, flag, instant, strictObject, uuid } from '../primitives.js';

const currency = () =>
  string()
    .matches(/^[a-z]{3}$/)
    .required();

/** Task: charge the buyer for the lead reserved by this offer. An offer is charged at most once. */
export const chargeOffer = defineEvent('lead-router', 'billing.charge-offer', {
  payload: strictObject({
    offerId: uuid(),
    leadId: uuid(),
    buyerId: uuid(),
    amountCents: cents(),
    currency: currency(),
    /** Start of the database server that committed the offer. */
    serverStart: string().max(40).required(),
    /** When the buyer was chosen: nothing is charged for a lead that is no longer real-time. */
    reservedAt: instant(),
  }),
  consumers: ['billing'],
});

/** Task: resolve a charge whose outcome is unknown. `attempt` counts from 1. */
export const resolveCharge = defineEvent('billing', 'billing.resolve-charge', {
  payload: strictObject({ purchaseId: uuid(), attempt: number().integer().min(1).required() }),
  consumers: ['billing'],
});

/** Task: remove an erased buyer's cards and contact data from the provider. `attempt` counts from 1. */
export const forgetCards = defineEvent('billing', 'billing.forget-cards', {
  payload: strictObject({
    buyerId: uuid(),
    attempt: number().integer().min(1).required(),
    /** Repeats the search, for customers that the provider's search did not find the first time. */
    isRepetition: boolean().required(),
  }),
  consumers: ['billing'],
});

/** Task: process a stored provider event. */
export const processProviderEvent = defineEvent('billing', 'billing.process-provider-event', {
  payload: strictObject({ eventId: string().max(255).required() }),
  consumers: ['billing'],
});

export const offerCharged = defineEvent('billing', 'billing.offer-charged', {
  payload: strictObject({
    offerId: uuid(),
    leadId: uuid(),
    buyerId: uuid(),
    purchaseId: uuid(),
    amountCents: cents(),
    chargedAt: instant(),
  }),
  consumers: ['lead-router'],
});

/** The charge failed for certain. `declineCode` is the provider's, or one of ours (`no_card`). */
export const offerDeclined = defineEvent('billing', 'billing.offer-declined', {
  payload: strictObject({
    offerId: uuid(),
    leadId: uuid(),
    buyerId: uuid(),
    declineCode: string().max(100).required(),
    declinedAt: instant(),
    /** Version of the card that was charged, so that a card replaced since is not blamed. */
    cardVersion: count(),
    /** False if the card is not at fault; the buyer then stays eligible, in some cases after a hold. */
    blameCard: boolean().required(),
  }),
  consumers: ['lead-router', 'notifier'],
});

/** The card provider stopped answering, or answers again. A `version` below the last one seen is stale. */
export const providerStatusChanged = defineEvent('billing', 'billing.provider-status-changed', {
  payload: strictObject({
    version: number().integer().min(1).required(),
    isAvailable: boolean().required(),
    at: instant(),
  }),
  consumers: ['lead-router'],
});

/** A card was saved or removed, or became usable or unusable. A `version` below the last one seen is stale. */
export const cardChanged = defineEvent('billing', 'billing.card-changed', {
  payload: strictObject({
    buyerId: uuid(),
    version: number().integer().min(1).required(),
    usable: boolean().required(),
    paymentMethodId: string().max(255).nullable().defined(),
    /** The provider's own digest of the card's number, the same for every account that saves it. Absent if not known. */
    cardFingerprint: string().max(255).optional(),
  }),
  consumers: ['accounts', 'lead-router'],
});

/** The card on file expires soon. At most once for each card and each of `cardExpiryNoticeDays`. */
export const cardExpiring = defineEvent('billing', 'billing.card-expiring', {
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

/**
 * A buyer's service stops because of a dispute, or continues after an admin reviewed it. A `version` below the last one
 * seen is stale.
 */
export const buyerReviewChanged = defineEvent('billing', 'billing.buyer-review-changed', {
  payload: strictObject({
    buyerId: uuid(),
    version: number().integer().min(1).required(),
    isUnderReview: flag(),
    at: instant(),
  }),
  consumers: ['lead-router', 'notifier'],
});
