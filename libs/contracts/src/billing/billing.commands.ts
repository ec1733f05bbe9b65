import { array, number, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { flag, instant, strictObject, uuid } from '../primitives.js';
import { cardSummarySchema, paymentSchema, purchaseSchema } from './billing.schemas.js';

const providerId = () => string().max(255).required();

/** Begins saving a card: makes the provider's customer when there is none, then a set-up for off-session use. */
export const createCardSetup = defineCommand({
  service: 'billing',
  name: 'cards.create-setup',
  request: strictObject({ buyerId: uuid(), email: string().max(254).required() }),
  response: strictObject({ setupIntentId: providerId(), clientSecret: providerId() }),
  timeoutMs: 20_000,
});

/** Asks the provider whether this set-up succeeded and is this buyer's; names the card it saved. Changes nothing. */
export const verifyCardSetup = defineCommand({
  service: 'billing',
  name: 'cards.verify-setup',
  request: strictObject({ buyerId: uuid(), setupIntentId: providerId() }),
  response: strictObject({ paymentMethodId: providerId() }),
  errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED'],
  timeoutMs: 20_000,
});

/** Saves the card of a confirmed set-up as the one to charge, after asking the provider that it is this buyer's. */
export const saveCard = defineCommand({
  service: 'billing',
  name: 'cards.save',
  request: strictObject({ buyerId: uuid(), paymentMethodId: providerId() }),
  response: strictObject({ paymentMethodId: providerId(), card: cardSummarySchema }),
  errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED'],
  timeoutMs: 20_000,
});

/** The card on file. `usable` is false from a refused charge until a card is saved again. */
export const getCard = defineCommand({
  service: 'billing',
  name: 'cards.get',
  request: strictObject({ buyerId: uuid() }),
  response: strictObject({ card: cardSummarySchema.nullable().defined(), usable: flag() }),
});

/**
 * Payments that were made, refunded ones included, newest first. The next page begins `before` the last one seen.
 * With `match`, those that fit any of its parts. `total` is over all that fit, not over the page.
 */
export const listPurchases = defineCommand({
  service: 'billing',
  name: 'purchases.list',
  request: strictObject({
    limit: number().integer().min(1).max(1_000).required(),
    /** Absent: the newest first. With `oldest`, `before` is where the page begins all the same. */
    order: string().oneOf(['newest', 'oldest']).default(undefined).optional(),
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
    purchases: array().of(paymentSchema).required(),
    total: strictObject({
      count: number().integer().min(0).required(),
      /** Paid and not refunded, in cents. */
      amountCents: number().integer().min(0).required(),
    }),
  }),
});

/** What was charged, or tried, for a lead, oldest first; with a buyer only that buyer's. */
export const listPurchasesOfLead = defineCommand({
  service: 'billing',
  name: 'purchases.list-of-lead',
  request: strictObject({ leadId: uuid(), buyerId: uuid().nullable().defined() }),
  response: strictObject({ purchases: array(purchaseSchema).required() }),
});

/** Stores a provider event once, after checking the signature over the raw body. Answered after the commit. */
export const acceptProviderEvent = defineCommand({
  service: 'billing',
  name: 'provider-events.accept',
  request: strictObject({
    rawBody: string().max(1_000_000).required(),
    signature: string().max(1_000).required(),
  }),
  response: strictObject({ stored: flag() }),
  errors: ['INVALID_SIGNATURE'],
});
