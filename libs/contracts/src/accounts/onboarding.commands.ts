import { string } from 'yup';
import { defineCommand } from '../define-message.js';
import { flag, oneOf, strictObject } from '../primitives.js';
import { callerSchema, replacedSid, signedInSchema } from './accounts.commands.js';
import { emailAddress } from './accounts.fields.js';
import {
  completeSchema,
  draftSchema,
  sessionId,
  setupPaymentSchema,
  stepFields,
} from './onboarding.schemas.js';
import { savedSteps } from './onboarding.values.js';

const requiredSessionId = () => sessionId().required();

/** Saves one step of a sign-up. The first call creates the draft and returns the session id that later steps send. */
export const saveDraft = defineCommand('accounts', 'onboarding.save-draft', {
  request: strictObject({
    sessionId: sessionId().nullable().defined(),
    step: oneOf(savedSteps).required(),
    values: strictObject(stepFields),
    caller: callerSchema,
  }),
  response: strictObject({ sessionId: requiredSessionId() }),
  errors: ['DRAFT_NOT_FOUND', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

export const getDraft = defineCommand('accounts', 'onboarding.get-draft', {
  request: strictObject({ sessionId: requiredSessionId(), caller: callerSchema }),
  response: draftSchema,
  errors: ['DRAFT_NOT_FOUND', 'TOO_MANY_REQUESTS'],
});

/** Checks whether this address is available for sign-up. Unfinished sign-ups do not count. */
export const checkEmail = defineCommand('accounts', 'onboarding.check-email', {
  request: strictObject({ email: emailAddress(), caller: callerSchema }),
  response: strictObject({ available: flag() }),
  errors: ['TOO_MANY_REQUESTS'],
});

export const beginPayment = defineCommand('accounts', 'onboarding.begin-payment', {
  request: setupPaymentSchema.shape({ caller: callerSchema }).noUnknown(),
  response: strictObject({ clientSecret: string().max(500).required() }),
  errors: [
    'DRAFT_NOT_FOUND',
    'EMAIL_TAKEN',
    'TOO_MANY_REQUESTS',
    'PROOF_OF_WORK_REQUIRED',
    'CARD_PROVIDER_REFUSED',
  ],
  timeoutMs: 25_000,
});

/**
 * Completes a sign-up: verifies the payment setup with the provider, then creates the user with card and choices. Safe
 * to repeat after any failure: the same draft always creates the same user. A repetition may name another card or daily
 * limit until the sign-up is complete; after that it fails with SIGN_UP_COMPLETED unless it names those in force.
 */
export const completeSignUp = defineCommand('accounts', 'onboarding.complete', {
  request: completeSchema.shape({ caller: callerSchema, ...replacedSid }).noUnknown(),
  response: signedInSchema,
  errors: [
    'DRAFT_NOT_FOUND',
    'SIGN_UP_COMPLETED',
    'TERMS_NOT_ACCEPTED',
    'EMAIL_TAKEN',
    'COMMON_PASSWORD',
    'SETUP_NOT_SUCCEEDED',
    'CARD_PROVIDER_REFUSED',
    'CUSTOMER_NOT_FOUND',
    'TOO_MANY_REQUESTS',
  ],
  timeoutMs: 30_000,
});
