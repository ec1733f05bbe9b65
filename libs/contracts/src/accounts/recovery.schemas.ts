import { boolean, type InferType } from 'yup';
import { count, instant, oneOf, strictObject, uuid } from '../primitives.js';

/** Counts the recoveries of an account. What was set up under a lower one is the work of whoever had the account then. */
const recoveryVersion = () => count();

/** What accounts knows about the owner of a session, at the moment at which it was checked. */
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
  /** What becomes of channels and browsers set up under an older version. */
  destinations: oneOf(['paused', 'removed']).required(),
  /** What becomes of the card that is on file at `at`. */
  card: oneOf(['removed', 'stays']).required(),
  at: instant(),
});
