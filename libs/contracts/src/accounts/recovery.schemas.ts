import { boolean, type InferType } from 'yup';
import { count, instant, oneOf, strictObject, uuid } from '../primitives.js';

/**
 * Counts the recoveries of an account. Anything set up under a lower number was set up before the last recovery,
 * perhaps by somebody else.
 */
const recoveryVersion = () => count();

/** What accounts knew about the owner of a session when it checked the session. */
export const ownershipSchema = strictObject({
  recoveryVersion: recoveryVersion(),
  isEmailConfirmed: boolean().required(),
});

export type Ownership = InferType<typeof ownershipSchema>;

/** For commands that set something up. Without it, the receiver's own copy of these facts decides. */
export const ownership = () => ownershipSchema.default(undefined).optional();

/** Errors of commands that take an `ownership`. */
export const notOwned = ['EMAIL_NOT_CONFIRMED', 'UNAUTHENTICATED'] as const;

export const recoverySchema = strictObject({
  userId: uuid(),
  version: recoveryVersion(),
  /** What happens to channels and browsers that were set up under an older version. */
  destinations: oneOf(['paused', 'removed']).required(),
  /** What happens to the card that is on file at `at`. */
  card: oneOf(['removed', 'stays']).required(),
  at: instant(),
});
