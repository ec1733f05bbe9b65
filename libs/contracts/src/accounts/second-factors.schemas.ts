import { array, boolean, type InferType, mixed, number, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { count, filledText, flag, instant, oneOf, strictObject, uuid } from '../primitives.js';
import { givenPassword } from './accounts.fields.js';
import { PASSWORD_MAX } from './accounts.values.js';
import { proofMethods, SECOND_FACTOR_NAME_MAX, secondFactorKinds } from './second-factors.values.js';

const base64url = (max: number) => boundedText({ max, pattern: /^[\w-]+$/ }).required();

/** Identifies one challenge. Secret, and stored only as a hash. */
export const challengeToken = () =>
  boundedText({ max: 43, pattern: /^[\w-]{43}$/, message: 'Token is not valid' }).required(
    'Token is required',
  );

/** Six digits of an authenticator app. */
export const appCode = () => boundedText({ max: 6, pattern: /^\d{6}$/, message: 'Enter the 6-digit code' });

/**
 * Four groups of four, as shown when the codes were created. Case, spaces and hyphens do not matter. Six groups are
 * accepted as well, so that the next release can create longer codes while this one runs.
 */
export const recoveryCode = () =>
  boundedText({
    max: 60,
    pattern: /^[\s-]*(?:[a-zA-Z0-9][\s-]*){16}(?:(?:[a-zA-Z0-9][\s-]*){8})?$/,
    message: 'Enter a recovery code',
  });

export const factorName = () =>
  boundedText({
    kind: 'line',
    max: SECOND_FACTOR_NAME_MAX,
    pattern: /\S/,
    message: 'Enter a name',
    tooLong: `Name must be at most ${SECOND_FACTOR_NAME_MAX} characters`,
  }).required('Enter a name');

/** What the browser's forms validate. The 6-digit code may contain a space. */
export const appCodeSchema = strictObject({
  code: boundedText({ max: 7, pattern: /^\d{3} ?\d{3}$/, message: 'Enter the 6-digit code' }).required(
    'Enter the 6-digit code',
  ),
});
export const recoveryCodeSchema = strictObject({
  recoveryCode: recoveryCode().required('Enter a recovery code'),
});
export const passwordProofSchema = strictObject({
  password: givenPassword('Password').required('Password is required'),
});
export const newAppSchema = appCodeSchema.shape({ name: factorName() }).noUnknown();
export const newPasskeySchema = strictObject({ name: factorName() });

/** What `navigator.credentials.get` and `.create` return, as JSON (WebAuthn level 3). */
export const passkeyAssertion = strictObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: oneOf(['public-key']).required(),
  response: strictObject({
    authenticatorData: base64url(4_000),
    clientDataJSON: base64url(4_000),
    signature: base64url(8_000),
    userHandle: base64url(100).optional(),
  }),
  clientExtensionResults: mixed<object>().optional(),
  authenticatorAttachment: boundedText({ kind: 'code', max: 40 }).optional(),
});
export type PasskeyAssertion = InferType<typeof passkeyAssertion>;

export const passkeyRegistration = strictObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: oneOf(['public-key']).required(),
  response: strictObject({
    attestationObject: base64url(40_000),
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(40_000).optional(),
    transports: array(filledText('code', 40)).max(10).optional(),
    publicKeyAlgorithm: number().integer().optional(),
    publicKey: base64url(8_000).optional(),
  }),
  clientExtensionResults: mixed<object>().optional(),
  authenticatorAttachment: boundedText({ kind: 'code', max: 40 }).optional(),
});
export type PasskeyRegistration = InferType<typeof passkeyRegistration>;

/** Each is optional here; `oneProof` requires exactly one. */
const secondFactorProof = {
  code: appCode().optional(),
  recoveryCode: recoveryCode().optional(),
  passkey: passkeyAssertion.optional().default(undefined),
};
const oneProof = (names: readonly string[]) =>
  [
    'one-proof',
    'Exactly one proof is required',
    (value: object) =>
      names.filter((name) => (value as Record<string, unknown>)[name] !== undefined).length === 1,
  ] as const;

export const secondFactorSignInSchema = strictObject({ token: challengeToken(), ...secondFactorProof }).test(
  ...oneProof(['code', 'recoveryCode', 'passkey']),
);
export const passkeySignInSchema = strictObject({ token: challengeToken(), passkey: passkeyAssertion });

/** Users without a second factor prove who they are with the password, all others with a factor. */
export const reauthenticateSchema = strictObject({
  token: challengeToken().optional(),
  password: boundedText({
    kind: 'secret',
    min: 1,
    max: PASSWORD_MAX,
    message: 'Password is required',
  }).optional(),
  ...secondFactorProof,
}).test(...oneProof(['password', 'code', 'recoveryCode', 'passkey']));

export const confirmAppSchema = strictObject({
  factorId: uuid(),
  name: factorName(),
  code: appCode().required('Enter the 6-digit code'),
});
export const confirmPasskeySchema = strictObject({
  token: challengeToken(),
  name: factorName(),
  passkey: passkeyRegistration,
});
export const renameFactorSchema = strictObject({ name: factorName() });

export const secondFactorSchema = strictObject({
  id: uuid(),
  kind: oneOf(secondFactorKinds).required(),
  name: string().required(),
  createdAt: instant(),
  lastUsedAt: instant().nullable(),
  /**
   * Set up before the account was recovered. Until the user keeps it, it works only after the password, or not at all.
   */
  needsReview: boolean().oneOf([true]).optional(),
  /** Turned off by a recovery of the account. It does not work, and does not count, until the user keeps it. */
  isOff: boolean().oneOf([true]).optional(),
});
export type SecondFactor = InferType<typeof secondFactorSchema>;

export const secondFactorsSchema = strictObject({
  factors: array(secondFactorSchema).required(),
  recoveryCodesLeft: count(),
  /** Whether this account must have a second factor. */
  required: flag(),
});
export type SecondFactors = InferType<typeof secondFactorsSchema>;

const methods = () => array(oneOf(proofMethods).required()).required();

/** Returned for a correct password of an account with a second factor. It is not a session. */
export const secondFactorChallengeSchema = strictObject({
  token: challengeToken(),
  methods: methods(),
  /** Null for an account without a passkey. */
  passkeyOptions: mixed<object>().nullable().defined(),
  expiresAt: instant(),
});
export type SecondFactorChallenge = InferType<typeof secondFactorChallengeSchema>;

/** `options` are what `navigator.credentials.get` or `.create` receives, as JSON. */
export const passkeyChallengeSchema = strictObject({
  token: challengeToken(),
  options: mixed<object>().required(),
});
export const reauthenticationChallengeSchema = strictObject({
  methods: methods(),
  /** Null without a passkey. */
  token: challengeToken().nullable().defined(),
  passkeyOptions: mixed<object>().nullable().defined(),
});
export const appSetupSchema = strictObject({
  factorId: uuid(),
  /** base32, for typing it in. */
  secret: string().required(),
  /** `otpauth://`, for the QR code. */
  uri: string().required(),
});
export type AppSetup = InferType<typeof appSetupSchema>;

/** New recovery codes, which are shown only once. Null if the earlier ones are still valid. */
export const factorAddedSchema = strictObject({
  recoveryCodes: array(string().required()).nullable().defined(),
});
export const recoveryCodesSchema = strictObject({ recoveryCodes: array(string().required()).required() });
