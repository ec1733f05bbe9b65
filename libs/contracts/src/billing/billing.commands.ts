import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { calendarDay, count, flag, instant, nothing, oneOf, strictObject, uuid } from '../primitives.js';
import { moneyReportSchema } from './balance.schemas.js';
import {
  cardAnswer,
  cardAuthenticationAnswer,
  cardSummarySchema,
  paymentSchema,
  purchaseSchema,
} from './billing.http.js';
import { proofOfWork } from './proof-of-work.schemas.js';

const providerId = () => string().max(255).required();

/** Starts saving a card: creates the provider's customer if needed, then a setup intent for off-session use. */
export const createCardSetup = defineCommand('billing', 'cards.create-setup', {
  senders: ['gateway', 'accounts'],
  needsRecentProof: () => true,
  request: strictObject({ buyerId: uuid(), email: string().max(254).required(), proofOfWork: proofOfWork() }),
  response: strictObject({ setupIntentId: providerId(), clientSecret: providerId() }),
  errors: ['CARD_PROVIDER_REFUSED', 'TOO_MANY_REQUESTS', 'PROOF_OF_WORK_REQUIRED'],
  timeoutMs: 20_000,
});

/** Verifies with the provider that a setup succeeded and belongs to this buyer. Returns the saved card; changes nothing. */
export const verifyCardSetup = defineCommand('billing', 'cards.verify-setup', {
  senders: ['accounts'],
  request: strictObject({ buyerId: uuid(), setupIntentId: providerId() }),
  response: strictObject({ paymentMethodId: providerId() }),
  errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED', 'CARD_PROVIDER_REFUSED'],
  timeoutMs: 20_000,
});

/**
 * Saves the card of a confirmed setup as the one to charge, after verifying with the provider that it belongs to this
 * buyer.
 */
export const saveCard = defineCommand('billing', 'cards.save', {
  senders: ['accounts'],
  request: strictObject({ buyerId: uuid(), paymentMethodId: providerId() }),
  /** `version` is that of the `billing.card-changed` event about this card. */
  response: strictObject({ paymentMethodId: providerId(), version: count(), card: cardSummarySchema }),
  errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED', 'CARD_PROVIDER_REFUSED'],
  timeoutMs: 20_000,
});

export const getCard = defineCommand('billing', 'cards.get', {
  senders: ['gateway', 'accounts'],
  request: strictObject({ buyerId: uuid() }),
  response: cardAnswer,
});

/**
 * Lists payments, including refunded ones, newest first unless `order` says otherwise. The next page starts after the
 * payment named by `before`. `match` keeps payments that match any of its parts; `total` covers all matches, not just
 * the page.
 */
export const listPurchases = defineCommand('billing', 'purchases.list', {
  request: strictObject({
    limit: number().integer().min(1).max(1_000).required(),
    /** Default: newest first. `before` is the last payment seen in either order. */
    order: oneOf(['newest', 'oldest']).default(undefined).optional(),
    before: strictObject({ purchasedAt: instant(), id: uuid() }).default(undefined).optional(),
    match: strictObject({
      userIds: array(uuid()).max(1_000).required(),
      leadIds: array(uuid()).max(1_000).required(),
      intentPrefix: string().min(1).max(255).required(),
    })
      .default(undefined)
      .optional(),
  }),
  response: strictObject({
    purchases: array(paymentSchema).required(),
    total: strictObject({
      count: count(),
      /** Sum of payments not refunded, in cents. */
      amountCents: count(),
    }),
  }),
});

/** Lists the charges and attempted charges for a lead, oldest first. `buyerId` limits them to one buyer. */
export const listPurchasesOfLead = defineCommand('billing', 'purchases.list-of-lead', {
  request: strictObject({ leadId: uuid(), buyerId: uuid().nullable() }),
  response: strictObject({ purchases: array(purchaseSchema).required() }),
});

const signedProviderEvent = strictObject({
  rawBody: string().max(1_000_000).required(),
  signature: string().max(1_000).required(),
});

/** Stores a provider event once, after verifying the signature of the raw body. Responds after the commit. */
export const acceptProviderEvent = defineCommand('billing', 'provider-events.accept', {
  request: signedProviderEvent,
  response: strictObject({ stored: flag() }),
  errors: ['INVALID_SIGNATURE'],
});

export const MAX_PROVIDER_EVENTS = 50;

/** Does the same for several events. `failed` are the positions of those that could not be stored. */
export const acceptProviderEvents = defineCommand('billing', 'provider-events.accept-several', {
  request: strictObject({
    events: array(signedProviderEvent).min(1).max(MAX_PROVIDER_EVENTS).required(),
  }),
  response: strictObject({ failed: array(count()).required() }),
});

/** Makes a declined card usable again, unless its decline asks for more than another try. Repetitions change nothing. */
export const retryCard = defineCommand('billing', 'cards.retry', {
  request: strictObject({ buyerId: uuid() }),
  response: nothing(),
  errors: ['CUSTOMER_NOT_FOUND', 'CARD_NEEDS_REPLACEMENT'],
});

/** Starts a setup of the card on file, which its owner confirms with the bank. Saving the card then makes it usable. */
export const createCardAuthentication = defineCommand('billing', 'cards.create-authentication', {
  request: strictObject({ buyerId: uuid(), proofOfWork: proofOfWork() }),
  response: cardAuthenticationAnswer,
  errors: [
    'CUSTOMER_NOT_FOUND',
    'CARD_NEEDS_REPLACEMENT',
    'CARD_PROVIDER_REFUSED',
    'TOO_MANY_REQUESTS',
    'PROOF_OF_WORK_REQUIRED',
  ],
  timeoutMs: 20_000,
});

/** Gets the money that moved on each day of a period, in the reporting time zone. Both days are included. */
export const getBalanceReport = defineCommand('billing', 'balance.get-report', {
  request: strictObject({ from: calendarDay(), to: calendarDay() }),
  response: moneyReportSchema,
});
