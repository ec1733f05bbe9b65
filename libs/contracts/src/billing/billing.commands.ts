import { string } from 'yup';
import { defineCommand } from '../define-message.js';
import { flag, strictObject, uuid } from '../primitives.js';
import { cardSummarySchema } from './billing.schemas.js';

const providerId = () => string().max(255).required();

/** Begins saving a card: makes the provider's customer when there is none, then a set-up for off-session use. */
export const createCardSetup = defineCommand({
  service: 'billing',
  name: 'cards.create-setup',
  request: strictObject({ buyerId: uuid(), email: string().max(254).required() }),
  response: strictObject({ setupIntentId: providerId(), clientSecret: providerId() }),
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
