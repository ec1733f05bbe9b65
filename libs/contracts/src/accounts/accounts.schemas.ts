import { boolean, mixed, number, string, type InferType } from 'yup';
import { boundedText } from '../bounded-text.js';
import { flag, instant, oneOf, strictObject, timeZone, uuid } from '../primitives.js';
import {
  cardDigits,
  choice,
  companyName,
  confirmedPassword,
  givenPassword,
  emailAddress,
  givenId,
  givenTimeZone,
  limitField,
  newPassword,
  phoneNumber,
  requiredName,
} from './accounts.fields.js';
import {
  DECLINE_REASON_MAX,
  DELIVERY_OTHER_MAX,
  integrationStates,
  integrationTypes,
} from './accounts.values.js';

/** Request bodies. The same schemas validate forms in the browser and requests at the gateway. */
export const loginSchema = strictObject({
  email: emailAddress(),
  password: newPassword(),
});

export const registerSchema = strictObject({
  email: emailAddress(),
  password: newPassword(),
  confirmPassword: confirmedPassword("Passwords don't match"),
  firstName: requiredName('First name'),
  lastName: requiredName('Last name'),
  phone: phoneNumber('Phone number is required'),
  companyName: companyName(),
  timeZone: givenTimeZone(),
});

export const forgotPasswordSchema = strictObject({ email: emailAddress() });

export const resetPasswordSchema = strictObject({
  token: givenId('Token'),
  password: newPassword(),
  confirmPassword: confirmedPassword("Passwords don't match"),
  /** Required after the response CARD_DIGITS_REQUIRED. */
  cardDigits: cardDigits(),
});

export const confirmEmailSchema = strictObject({ token: givenId('Token') });
export const undoEmailChangeSchema = strictObject({ token: givenId('Token') });
export const serviceToggleSchema = strictObject({ serviceEnabled: choice('Service status') });
export const dailyLimitSchema = strictObject({ dailyLeadLimit: limitField() });

export const profileSchema = strictObject({
  firstName: requiredName('First name'),
  lastName: requiredName('Last name'),
  email: emailAddress(),
  phone: phoneNumber('Phone number must be at least 10 digits'),
  companyName: companyName(),
  /** Required if `email` changes. */
  currentPassword: givenPassword('Current password').optional(),
});

export const updatePaymentMethodSchema = strictObject({ paymentMethodId: givenId('Payment method') });
export const checkEmailSchema = strictObject({ email: emailAddress() });

export const integrationType = () =>
  oneOf(integrationTypes, 'Integration type')
    .typeError('Integration type must be one of: sms, slack, other')
    .required('Integration type is required');
export const requestIntegrationSchema = strictObject({ integrationType: integrationType() });

/** The signed-in user, as the browser sees them. */
export const currentUserSchema = strictObject({
  id: uuid(),
  email: string().required(),
  firstName: string().defined(),
  lastName: string().defined(),
  phone: string().defined(),
  companyName: string().nullable().defined(),
  isAdmin: flag(),
  serviceEnabled: flag(),
  dailyLeadLimit: number().integer().required(),
  timeZone: timeZone(),
  createdAt: instant(),
  /** Present when a card is on file. */
  stripePaymentMethodId: string().optional(),
  /** A new address awaiting confirmation. */
  pendingEmail: string().optional(),
  /** Present, and true, while this account must set up a second factor before anything else. */
  secondFactorRequired: boolean().oneOf([true]).optional(),
  /** Present until the user confirms the address. From `confirmBy` or a bounce on, lead emails omit personal data. */
  emailConfirmation: strictObject({ confirmBy: instant(), hasBounced: flag() }).default(undefined).optional(),
});
export type CurrentUser = InferType<typeof currentUserSchema>;

export const userSchema = currentUserSchema.shape({ disabled: boolean().required() }).noUnknown();

export const integrationRequestSchema = strictObject({
  id: uuid(),
  integrationType: integrationType(),
  status: oneOf(integrationStates).required(),
  /** What the agent wrote under "Other" at sign-up, while the request is pending. */
  details: string().max(DELIVERY_OTHER_MAX).nullable().defined(),
  /** Why the team declined the request. */
  declineReason: string().max(DECLINE_REASON_MAX).nullable().defined(),
  createdAt: instant(),
  updatedAt: instant(),
});
export type IntegrationRequest = InferType<typeof integrationRequestSchema>;

/** An admin's decision on a request. */
export const resolveIntegrationRequestSchema = strictObject({
  status: oneOf(['completed', 'declined'], 'Status').required('Status is required'),
  /** The agent reads it. Required to decline, and refused otherwise. */
  reason: boundedText({
    kind: 'note',
    max: DECLINE_REASON_MAX,
    message: 'Reason is not valid',
    tooLong: `Reason must be at most ${DECLINE_REASON_MAX} characters`,
  }).when('status', {
    is: 'declined',
    then: (reason) => reason.required('Enter a reason'),
    otherwise: (reason) =>
      reason.test('absent', 'Only a declined request has a reason', (value) => value === undefined),
  }),
});

export const changePasswordSchema = strictObject({
  currentPassword: givenPassword('Current password').required('Current password is required'),
  password: newPassword(),
  confirmPassword: confirmedPassword("Passwords don't match"),
});

/** A browser in which the user is signed in. `id` is derived from the session id, but cannot be used as one. */
export const userSessionSchema = strictObject({
  id: string().required(),
  current: flag(),
  userAgent: string().nullable().defined(),
  beganAt: instant().nullable(),
  lastUsedAt: instant(),
});
export type UserSession = InferType<typeof userSessionSchema>;

export const endSessionSchema = strictObject({ id: givenId('Session') });

/** Events are numbered in the order in which they were recorded. Shorter than PostgreSQL's largest bigint. */
export const auditEventId = () =>
  boundedText({ max: 18, pattern: /^[1-9]\d{0,17}$/, message: 'Must be the id of an event' });

/** Who did what, when and from where. */
export const auditEventSchema = strictObject({
  id: string().required(),
  at: instant(),
  actorId: string().nullable().defined(),
  userId: string().nullable().defined(),
  action: string().required(),
  address: string().nullable().defined(),
  oldValue: mixed().nullable().defined(),
  newValue: mixed().nullable().defined(),
  /** The network of the caller: the /24 of an IPv4 address, the /48 of an IPv6 address. */
  network: string().nullable().defined(),
  /** The `X-Request-Id` of the request. */
  requestId: string().nullable().defined(),
  /** Who ran the command, if it was one of the command-line tools. */
  operator: string().nullable().defined(),
});
