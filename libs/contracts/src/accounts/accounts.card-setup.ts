import { string } from 'yup';
import { defineCommand } from '../define-message.js';
import { strictObject, uuid } from '../primitives.js';

/** Asks the provider whether this set-up succeeded and is this buyer's; names the card it saved. Changes nothing. */
export const verifyCardSetup = defineCommand({
  service: 'billing',
  name: 'cards.verify-setup',
  request: strictObject({ buyerId: uuid(), setupIntentId: string().max(255).required() }),
  response: strictObject({ paymentMethodId: string().max(255).required() }),
  errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED'],
  timeoutMs: 10_000,
});
