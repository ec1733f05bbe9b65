import { string } from 'yup';
import { defineCommand } from '../define-message.js';
import { nothing, strictObject, uuid } from '../primitives.js';

/** Makes a declined card usable again, unless its decline asks for more than another try. Repetitions change nothing. */
export const retryCard = defineCommand('billing', 'cards.retry', {
  request: strictObject({ buyerId: uuid() }),
  response: nothing(),
  errors: ['CUSTOMER_NOT_FOUND', 'CARD_NEEDS_REPLACEMENT'],
});

/** Starts a setup of the card on file, which its owner confirms with the bank. Saving the card then makes it usable. */
export const createCardAuthentication = defineCommand('billing', 'cards.create-authentication', {
  request: strictObject({ buyerId: uuid() }),
  response: strictObject({
    clientSecret: string().max(255).required(),
    paymentMethodId: string().max(255).required(),
  }),
  errors: ['CUSTOMER_NOT_FOUND', 'CARD_NEEDS_REPLACEMENT', 'CARD_PROVIDER_REFUSED', 'TOO_MANY_REQUESTS'],
  timeoutMs: 20_000,
});
