import { defineRoute } from '../define-route.js';
import { PASSWORD_ATTEMPTS } from '../request-limits.js';
import { accountLimits } from './account-limits.values.js';
import { availableAnswer, clientSecretAnswer, completeAnswer, sessionIdAnswer } from './accounts.http.js';
import { checkEmailSchema } from './accounts.schemas.js';
import { completeSignUp } from './onboarding.commands.js';
import {
  completeSchema,
  draftSchema,
  resumeDraftSchema,
  saveStepBody,
  setupPaymentSchema,
} from './onboarding.schemas.js';

export const onboardingRoutes = {
  saveSignUpStep: defineRoute('POST', '/api/get-started/save', 'public', {
    summary: 'Save one step of a sign-up',
    // Which fields are valid depends on the step.
    documentedBody: saveStepBody,
    answer: sessionIdAnswer,
    errors: ['DRAFT_NOT_FOUND', 'COMMON_PASSWORD'],
    limits: [accountLimits.draft],
  }),
  resumeSignUp: defineRoute('POST', '/api/get-started/resume', 'public', {
    summary: 'Get a saved sign-up to continue it',
    body: resumeDraftSchema,
    answer: draftSchema,
    errors: ['DRAFT_NOT_FOUND'],
    limits: [accountLimits.draft],
  }),
  checkEmail: defineRoute('POST', '/api/check-email', 'public', {
    summary: 'Check whether an email address is available',
    body: checkEmailSchema,
    answer: availableAnswer,
    effects: ['reveals whether an address is known'],
    limits: [accountLimits['check-email']],
  }),
  setUpSignUpPayment: defineRoute('POST', '/api/get-started/setup-payment', 'public', {
    summary: 'Start saving the card of a sign-up',
    body: setupPaymentSchema,
    answer: clientSecretAnswer,
    errors: ['DRAFT_NOT_FOUND', 'EMAIL_TAKEN', 'PROOF_OF_WORK_REQUIRED', 'CARD_PROVIDER_REFUSED'],
    effects: ['uses a card', 'reveals whether an address is known'],
    limits: [accountLimits.payment],
  }),
  completeSignUp: defineRoute('POST', '/api/get-started/complete', 'public', {
    summary: 'Create the account of a sign-up and sign in',
    body: completeSchema,
    answer: completeAnswer,
    errors: completeSignUp.errors,
    effects: ['sends mail', 'uses a card', 'hashes a password', 'reveals whether an address is known'],
    limits: [accountLimits.complete, PASSWORD_ATTEMPTS],
  }),
} as const;
