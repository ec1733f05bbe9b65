import { type InferType, string } from 'yup';
import { defineCommand } from '../define-message.js';
import { filledText, instant, nothing, strictObject, timeZone, uuid } from '../primitives.js';
import { emailAddress, givenId } from './accounts.fields.js';
import {
  changePasswordSchema,
  currentUserSchema,
  loginSchema,
  profileSchema,
  registerSchema,
  resetPasswordSchema,
} from './accounts.schemas.js';
import { ID_MAX } from './accounts.values.js';
import { secondFactorChallengeSchema } from './second-factors.schemas.js';

/** Where a request comes from: IP address and user agent. The audit log keeps both; rate limits keep a hash. */
export const callerSchema = strictObject({
  address: string().max(45).required(),
  userAgent: string().max(300).nullable().defined(),
});
export type Caller = InferType<typeof callerSchema>;

/** The admin who sends the request. Accounts checks that they are allowed to. */
export const actingAdmin = { actorId: uuid() };
export const actingAdminErrors = ['FORBIDDEN', 'SECOND_FACTOR_REQUIRED'] as const;

/** Identifies a session. Leaves our services only inside a signed cookie. */
export const sid = () => uuid();
export const sessionSchema = strictObject({ sid: sid(), expiresAt: instant() });
export const signedInSchema = strictObject({ user: currentUserSchema, session: sessionSchema });
/** The session that a successful sign-in ends, if the request came with one. */
export const replacedSid = { replacedSid: sid().optional() };

export const registerUser = defineCommand('accounts', 'users.register', {
  request: registerSchema
    .omit(['confirmPassword'])
    .shape({ caller: callerSchema, ...replacedSid })
    .noUnknown(),
  response: signedInSchema,
  errors: ['EMAIL_TAKEN', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});

/**
 * Takes equally long for an unknown address and a wrong password, to prevent enumeration. For a correct password,
 * returns the user and a session, or a challenge if the account has a second factor.
 */
export const signIn = defineCommand('accounts', 'sessions.sign-in', {
  request: loginSchema.shape({ caller: callerSchema, ...replacedSid }).noUnknown(),
  response: strictObject({
    user: currentUserSchema.optional().default(undefined),
    session: sessionSchema.optional().default(undefined),
    secondFactor: secondFactorChallengeSchema.optional().default(undefined),
  }),
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
});

/** Saves the card in billing. Responds once the user has the card. */
export const changeCard = defineCommand('accounts', 'users.change-card', {
  needsRecentProof: () => true,
  request: strictObject({ userId: uuid(), paymentMethodId: givenId('Payment method'), caller: callerSchema }),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'SETUP_NOT_SUCCEEDED'],
  timeoutMs: 25_000,
});

/**
 * Updates the profile at once, except a new email address, which requires the current password and takes effect when
 * confirmed by a link sent to it. The response is the same if another account has the address, to prevent enumeration.
 */
export const changeProfile = defineCommand('accounts', 'users.change-profile', {
  needsRecentProof: () => true,
  request: profileSchema.shape({ userId: uuid(), caller: callerSchema }).noUnknown(),
  response: currentUserSchema,
  errors: ['USER_NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_REQUESTS'],
});

/** Changes the time zone whose days the daily limit counts by. */
export const changeTimeZone = defineCommand('accounts', 'users.change-time-zone', {
  request: strictObject({ userId: uuid(), timeZone: timeZone(), caller: callerSchema }),
  response: currentUserSchema,
  errors: ['USER_NOT_FOUND', 'INVALID_REQUEST'],
});

/** Confirms the current address or a requested new one, for the signed-in user to whom the link was sent. */
export const confirmEmail = defineCommand('accounts', 'users.confirm-email', {
  request: strictObject({
    token: filledText('code', ID_MAX),
    /** The session of the browser that opened the link. */
    sid: sid().nullable(),
    caller: callerSchema,
  }),
  response: nothing(),
  errors: ['LINK_EXPIRED', 'SIGN_IN_TO_CONFIRM', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
});

/** Emails another link that confirms the current address. */
export const resendConfirmation = defineCommand('accounts', 'users.resend-confirmation', {
  request: strictObject({ userId: uuid(), caller: callerSchema }),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'EMAIL_ALREADY_CONFIRMED', 'TOO_MANY_REQUESTS'],
});

/** Restores the previous address, ends all sessions and makes the user choose a new password. */
export const undoEmailChange = defineCommand('accounts', 'users.undo-email-change', {
  request: strictObject({ token: filledText('code', ID_MAX), caller: callerSchema }),
  response: nothing(),
  errors: ['LINK_EXPIRED', 'EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
});

/** Does the same in the same time whether or not an account exists, to prevent enumeration. */
export const requestPasswordReset = defineCommand('accounts', 'passwords.request-reset', {
  request: strictObject({ email: emailAddress(), caller: callerSchema }),
  response: nothing(),
  errors: ['TOO_MANY_REQUESTS'],
});

/** From an address that is not confirmed, an account with a card also requires the card's last four digits. */
export const resetPassword = defineCommand('accounts', 'passwords.reset', {
  request: resetPasswordSchema.omit(['confirmPassword']).shape({ caller: callerSchema }).noUnknown(),
  response: nothing(),
  errors: [
    'LINK_EXPIRED',
    'COMMON_PASSWORD',
    'CARD_DIGITS_REQUIRED',
    'WRONG_CARD_DIGITS',
    'TOO_MANY_REQUESTS',
  ],
  timeoutMs: 10_000,
});

/** Changes the password, ends all other sessions and notifies the user by email. */
export const changePassword = defineCommand('accounts', 'passwords.change', {
  needsRecentProof: () => true,
  request: changePasswordSchema
    .omit(['confirmPassword'])
    .shape({ userId: uuid(), sid: sid(), caller: callerSchema })
    .noUnknown(),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'WRONG_PASSWORD', 'COMMON_PASSWORD', 'TOO_MANY_REQUESTS'],
});
