import {
  adminPaymentsAnswer,
  adminPaymentsQuery,
  clientSecretAnswer,
  configAnswer,
  successAnswer,
} from '../accounts/accounts.http.js';
import { updatePaymentMethodSchema } from '../accounts/accounts.schemas.js';
import { defineRoute } from '../define-route.js';
import { nothing, strictObject } from '../primitives.js';
import { DAY_SECONDS, HOUR_SECONDS, perNetwork, perUser } from '../request-limits.js';
import { cardAnswer, cardAuthenticationAnswer, receivedAnswer } from './billing.http.js';
import { proofOfWork } from './proof-of-work.schemas.js';
import { refundSchema, requestRefundBody } from './refunds.http.js';

export const billingRoutes = {
  getConfig: defineRoute('GET', '/api/config', 'public', {
    summary: 'Get what the browser needs to load the card form',
    answer: configAnswer,
  }),
  getCard: defineRoute('GET', '/api/user/card', 'signed-in', {
    summary: 'Get the card on file',
    answer: cardAnswer,
  }),
  createCardSetup: defineRoute('POST', '/api/create-setup-intent', 'signed-in', {
    summary: 'Start saving a card',
    body: strictObject({ proofOfWork: proofOfWork() }),
    answer: clientSecretAnswer,
    errors: ['PROOF_OF_WORK_REQUIRED', 'CARD_PROVIDER_REFUSED'],
    effects: ['uses a card'],
    // With each setup a thief can test stolen cards.
    limits: [perUser(20, HOUR_SECONDS), perNetwork(60, HOUR_SECONDS)],
  }),
  replaceCard: defineRoute('POST', '/api/update-payment-method', 'signed-in', {
    summary: 'Replace the card on file',
    body: updatePaymentMethodSchema,
    answer: successAnswer,
    errors: ['CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED', 'USER_NOT_FOUND', 'CARD_PROVIDER_REFUSED'],
    effects: ['uses a card'],
    limits: [perUser(20, HOUR_SECONDS), perNetwork(60, HOUR_SECONDS)],
  }),
  retryCard: defineRoute('POST', '/api/user/card/retry', 'agent', {
    proof: 'none',
    summary: 'Allow charges of the card on file again after a decline',
    body: nothing(),
    answer: successAnswer,
    errors: ['CUSTOMER_NOT_FOUND', 'CARD_NEEDS_REPLACEMENT'],
    effects: ['uses a card'],
    // Card networks punish repeated charges of a card that declines.
    limits: [perUser(5, DAY_SECONDS)],
  }),
  createCardAuthentication: defineRoute('POST', '/api/user/card/authenticate', 'agent', {
    proof: 'none',
    summary: 'Start the confirmation of the card on file with its bank',
    body: strictObject({ proofOfWork: proofOfWork() }),
    answer: cardAuthenticationAnswer,
    errors: [
      'CUSTOMER_NOT_FOUND',
      'CARD_NEEDS_REPLACEMENT',
      'PROOF_OF_WORK_REQUIRED',
      'CARD_PROVIDER_REFUSED',
    ],
    effects: ['uses a card'],
    limits: [perUser(20, HOUR_SECONDS), perNetwork(60, HOUR_SECONDS)],
  }),
  listPayments: defineRoute('GET', '/api/admin/payments', 'admin', {
    audit: 'personal-data',
    summary: 'List payments, newest first',
    query: adminPaymentsQuery,
    answer: adminPaymentsAnswer,
  }),
  requestRefund: defineRoute('POST', '/api/admin/payments/:paymentId/refund', 'admin', {
    summary: 'Refund a payment in full',
    params: { paymentId: 'PURCHASE_NOT_FOUND' },
    body: requestRefundBody,
    answer: refundSchema,
    errors: ['PURCHASE_NOT_REFUNDABLE'],
    effects: ['sends mail'],
    limits: [perUser(60, HOUR_SECONDS)],
  }),
  receiveStripeEvent: defineRoute('POST', '/api/webhooks/stripe', 'public', {
    summary: 'Receive an event from the card provider',
    answer: receivedAnswer,
    errors: ['INVALID_SIGNATURE'],
    effects: ['sends mail'],
    // High, because the provider sends every event from a few addresses.
    limits: [perNetwork(5_000, 10)],
  }),
} as const;
