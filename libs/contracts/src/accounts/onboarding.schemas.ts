import { array, boolean, object, string, type InferType, type ObjectSchema, type Schema } from 'yup';
import { proofOfWork } from '../billing/proof-of-work.schemas.js';
import { boundedText } from '../bounded-text.js';
import { licensedStates } from '../leads/filters.schemas.js';
import { oneOf, strictObject } from '../primitives.js';
import {
  choice,
  companyName,
  confirmedPassword,
  emailAddress,
  givenId,
  givenTimeZone,
  limitField,
  newPassword,
  phoneNumber,
  requiredName,
} from './accounts.fields.js';
import { DELIVERY_OTHER_MAX, EMAIL_MAX, NAME_MAX, PHONE_MAX } from './accounts.values.js';
import { savedSteps, type SavedStep } from './onboarding.values.js';

const NO_DELIVERY = 'Please select at least one delivery method';

const deliveryOther = () =>
  boundedText({
    kind: 'line',
    max: DELIVERY_OTHER_MAX,
    message: 'Other must be text',
    tooLong: `Other must be at most ${DELIVERY_OTHER_MAX} characters`,
  })
    .nullable()
    .optional();

const deliveryFields = {
  deliveryEmail: choice('Email'),
  deliveryText: choice('Text message'),
  deliverySlack: choice('Slack'),
  deliveryOther: deliveryOther(),
};
const nameFields = {
  firstName: requiredName('First name'),
  lastName: requiredName('Last name'),
  companyName: companyName(),
};
const contactFields = { email: emailAddress(), phone: phoneNumber('Phone number is required') };

export const deliveryStepSchema = strictObject(deliveryFields).test(
  'one-of',
  NO_DELIVERY,
  (value, context) =>
    value.deliveryEmail ||
    value.deliveryText ||
    value.deliverySlack ||
    context.createError({ path: 'deliveryEmail', message: NO_DELIVERY }),
);
export const nameStepSchema = strictObject(nameFields);
export const contactStepSchema = strictObject(contactFields);
export const securityStepSchema = strictObject({
  password: newPassword(),
  confirmPassword: confirmedPassword('Please confirm your password'),
});
export const dailyLimitStepSchema = strictObject({
  dailyLeadLimit: limitField(),
  isAllStates: choice('All states'),
  states: licensedStates().when('isAllStates', ([isAllStates], schema) =>
    isAllStates === true ? schema : schema.min(1, 'Choose at least one state'),
  ),
});

/** What each step saves. The password is only checked: it is never part of a draft. */
export const draftStepSchemas = {
  start: strictObject({ acceptedTerms: choice('Terms') }),
  delivery: deliveryStepSchema,
  name: nameStepSchema,
  contact: contactStepSchema,
  security: strictObject({ password: newPassword().optional() }),
} as const satisfies Record<SavedStep, object>;

export const sessionId = () =>
  boundedText({ max: 43, pattern: /^[\w-]{43}$/, message: 'Session id is not valid' });

/** Fields common to all saved steps; the others are those of the step's own schema. */
export const saveStepFrame = object({
  sessionId: sessionId().optional(),
  currentStep: string()
    .typeError('Step is not valid')
    .oneOf([...savedSteps], 'Step is not valid')
    .required('Step is required'),
}).required();

const documentedSteps = savedSteps.map((step): Schema =>
  strictObject({
    sessionId: sessionId().optional(),
    currentStep: string().oneOf([step]).required(),
  }).concat(draftStepSchemas[step] as ObjectSchema<object>),
);

/** The fields of all steps. Requests are validated by each step's own schema. */
export const stepFields = {
  acceptedTerms: boolean().optional(),
  deliveryEmail: boolean().optional(),
  deliveryText: boolean().optional(),
  deliverySlack: boolean().optional(),
  deliveryOther: deliveryOther(),
  firstName: boundedText({ kind: 'name', max: NAME_MAX }).optional(),
  lastName: boundedText({ kind: 'name', max: NAME_MAX }).optional(),
  companyName: companyName(),
  email: boundedText({ kind: 'email', max: EMAIL_MAX }).optional(),
  phone: boundedText({ kind: 'phone', max: PHONE_MAX }).optional(),
  password: newPassword().optional(),
};

/** All steps together, for the API description only, which distinguishes them by `currentStep`. */
export const saveStepBody = saveStepFrame.meta({ oneOf: documentedSteps }).shape(stepFields);

export const resumeDraftSchema = strictObject({ sessionId: sessionId().required('Session id is required') });

export const setupPaymentSchema = strictObject({
  sessionId: sessionId().required('Session id is required'),
  email: emailAddress(),
  proofOfWork: proofOfWork(),
});

export const completeSchema = strictObject({
  sessionId: sessionId().required('Session id is required'),
  setupIntentId: givenId('Payment setup'),
  ...nameFields,
  ...contactFields,
  password: newPassword(),
  dailyLeadLimit: limitField(),
  states: licensedStates().optional(),
  timeZone: givenTimeZone(),
});

/** A draft as shown to the holder of its session id, who may continue where they stopped. */
export const draftSchema = strictObject({
  currentStep: oneOf(savedSteps).required(),
  completedSteps: array(oneOf(savedSteps).required()).required(),
  acceptedTerms: choice('Terms'),
  deliveryEmail: choice('Email'),
  deliveryText: choice('Text message'),
  deliverySlack: choice('Slack'),
  deliveryOther: string().nullable().defined(),
  firstName: string().nullable().defined(),
  lastName: string().nullable().defined(),
  companyName: string().nullable().defined(),
  email: string().nullable().defined(),
  phone: string().nullable().defined(),
});
export type Draft = InferType<typeof draftSchema>;
