import { defineCommand } from '../define-message.js';
import { nothing, strictObject, uuid } from '../primitives.js';
import { callerSchema, replacedSid, sessionSchema, sid, signedInSchema } from './accounts.commands.js';
import {
  appSetupSchema,
  confirmAppSchema,
  confirmPasskeySchema,
  factorAddedSchema,
  passkeyChallengeSchema,
  passkeySignInSchema,
  reauthenticateSchema,
  reauthenticationChallengeSchema,
  recoveryCodesSchema,
  renameFactorSchema,
  secondFactorSignInSchema,
  secondFactorsSchema,
} from './second-factors.schemas.js';

const caller = { caller: callerSchema };
/** Commands about credentials name the session, whose last proof must be recent. */
const ownSession = { userId: uuid(), sid: sid() };
const setUpErrors = [
  'USER_NOT_FOUND',
  'EMAIL_NOT_CONFIRMED',
  'REAUTHENTICATION_REQUIRED',
  'TOO_MANY_SECOND_FACTORS',
] as const;

/** Finishes a sign-in after a correct password. A wrong proof does not use up the challenge. */
export const completeSignIn = defineCommand('accounts', 'sessions.complete-sign-in', {
  request: secondFactorSignInSchema.shape({ ...caller, ...replacedSid }).noUnknown(),
  response: signedInSchema,
  errors: ['SIGN_IN_EXPIRED', 'WRONG_CODE', 'PASSKEY_REJECTED', 'TOO_MANY_REQUESTS'],
});

export const startPasskeySignIn = defineCommand('accounts', 'sessions.start-passkey-sign-in', {
  request: strictObject(caller),
  response: passkeyChallengeSchema,
  errors: ['TOO_MANY_REQUESTS'],
});

/** Signs in with a passkey alone. Its authenticator must have verified the user. */
export const signInWithPasskey = defineCommand('accounts', 'sessions.sign-in-with-passkey', {
  request: passkeySignInSchema.shape({ ...caller, ...replacedSid }).noUnknown(),
  response: signedInSchema,
  errors: ['PASSKEY_REJECTED', 'CHALLENGE_EXPIRED'],
});

export const startReauthentication = defineCommand('accounts', 'sessions.start-reauthentication', {
  request: strictObject(ownSession),
  response: reauthenticationChallengeSchema,
  errors: ['USER_NOT_FOUND'],
});

/** Records that the user of this session has proved again who they are. Returns the session that replaces this one. */
export const reauthenticate = defineCommand('accounts', 'sessions.reauthenticate', {
  request: reauthenticateSchema.shape({ ...ownSession, ...caller }).noUnknown(),
  response: strictObject({ session: sessionSchema }),
  errors: [
    'USER_NOT_FOUND',
    'WRONG_PASSWORD',
    'WRONG_CODE',
    'PASSKEY_REJECTED',
    'CHALLENGE_EXPIRED',
    'TOO_MANY_REQUESTS',
  ],
});

export const listSecondFactors = defineCommand('accounts', 'second-factors.list', {
  request: strictObject({ userId: uuid() }),
  response: secondFactorsSchema,
  errors: ['USER_NOT_FOUND'],
});

/**
 * Creates the secret of an authenticator app. The app becomes a second factor once the user confirms a code from it.
 */
export const startAppSetup = defineCommand('accounts', 'second-factors.start-app', {
  needsRecentProof: () => true,
  request: strictObject(ownSession),
  response: appSetupSchema,
  errors: setUpErrors,
});

export const confirmApp = defineCommand('accounts', 'second-factors.confirm-app', {
  needsRecentProof: () => true,
  request: confirmAppSchema.shape({ ...ownSession, ...caller }).noUnknown(),
  response: factorAddedSchema,
  errors: [...setUpErrors, 'CHALLENGE_EXPIRED', 'WRONG_CODE'],
});

export const startPasskeySetup = defineCommand('accounts', 'second-factors.start-passkey', {
  needsRecentProof: () => true,
  request: strictObject(ownSession),
  response: passkeyChallengeSchema,
  errors: setUpErrors,
});

export const confirmPasskey = defineCommand('accounts', 'second-factors.confirm-passkey', {
  needsRecentProof: () => true,
  request: confirmPasskeySchema.shape({ ...ownSession, ...caller }).noUnknown(),
  response: factorAddedSchema,
  errors: [...setUpErrors, 'CHALLENGE_EXPIRED', 'PASSKEY_REJECTED', 'PASSKEY_TAKEN'],
});

export const renameSecondFactor = defineCommand('accounts', 'second-factors.rename', {
  request: renameFactorSchema.shape({ userId: uuid(), factorId: uuid(), ...caller }).noUnknown(),
  response: nothing(),
  errors: ['SECOND_FACTOR_NOT_FOUND'],
});

/** Ends the review of a factor that was set up before the account was recovered. */
export const keepSecondFactor = defineCommand('accounts', 'second-factors.keep', {
  needsRecentProof: () => true,
  request: strictObject({ ...ownSession, factorId: uuid(), ...caller }),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_NOT_FOUND'],
});

/** Removing the last factor also removes the recovery codes. */
export const removeSecondFactor = defineCommand('accounts', 'second-factors.remove', {
  needsRecentProof: () => true,
  request: strictObject({ ...ownSession, factorId: uuid(), ...caller }),
  response: nothing(),
  errors: ['USER_NOT_FOUND', 'REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_NOT_FOUND', 'LAST_SECOND_FACTOR'],
});

/** Earlier recovery codes become invalid. */
export const replaceRecoveryCodes = defineCommand('accounts', 'second-factors.replace-recovery-codes', {
  needsRecentProof: () => true,
  request: strictObject({ ...ownSession, ...caller }),
  response: recoveryCodesSchema,
  errors: ['USER_NOT_FOUND', 'REAUTHENTICATION_REQUIRED', 'SECOND_FACTOR_NOT_FOUND'],
});
