/** What proves a sign-in besides the password. */
export const secondFactorKinds = ['app', 'passkey'] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];

/** How a user can prove who they are in the second step of a sign-in, or again later. */
export const proofMethods = ['password', 'app', 'passkey', 'recovery-code'] as const;
export type ProofMethod = (typeof proofMethods)[number];

export const SECOND_FACTOR_NAME_MAX = 60;
export const SECOND_FACTORS_MAX = 10;
export const RECOVERY_CODE_COUNT = 10;
/** A route whose `proof` is `recent` is refused when the last proof is older than this. */
export const REAUTHENTICATION_MAX_AGE_MINUTES = 10;
