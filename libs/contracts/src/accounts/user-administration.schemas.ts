import { array, type InferType, string } from 'yup';
import { boundedText } from '../bounded-text.js';
import { count, flag, instant, oneOf, strictObject } from '../primitives.js';
import { choice, limitField } from './accounts.fields.js';
import { userSchema, userSessionSchema } from './accounts.schemas.js';
import { accountActions, ADMIN_REASON_MAX } from './user-administration.values.js';

/** Why an admin changes something. Only admins read it. */
export const adminReason = () =>
  boundedText({
    kind: 'note',
    max: ADMIN_REASON_MAX,
    pattern: /\S/,
    message: 'Enter a reason',
    tooLong: `Reason must be at most ${ADMIN_REASON_MAX} characters`,
  }).required('Enter a reason');

export const administerUserSchema = strictObject({
  action: oneOf(accountActions, 'Action').required('Action is required'),
  reason: adminReason(),
});
export const setUserServiceSchema = strictObject({
  serviceEnabled: choice('serviceEnabled'),
  reason: adminReason(),
});
export const setUserDailyLimitSchema = strictObject({ dailyLeadLimit: limitField(), reason: adminReason() });

/** What accounts knows about one user, for admins. Holds no secrets. */
export const userDetailsSchema = strictObject({
  user: userSchema,
  /** Null while the address is not confirmed, or once mail to it came back. */
  emailConfirmedAt: instant().nullable(),
  /** When, which and from where the user accepted the terms. Null if that was not recorded. */
  terms: strictObject({
    acceptedAt: instant(),
    version: string().nullable().defined(),
    network: string().nullable().defined(),
  }).nullable(),
  disabledAt: instant().nullable(),
  /** Set once the user's personal data was erased. */
  erasedAt: instant().nullable(),
  secondFactors: strictObject({
    apps: count(),
    passkeys: count(),
    recoveryCodesLeft: count(),
    /** Whether this account must have a second factor. */
    required: flag(),
  }),
  /** The sessions that have not expired, most recently used first. None is `current`. */
  sessions: array(userSessionSchema).required(),
});
export type UserDetails = InferType<typeof userDetailsSchema>;

/** `changed` is false if the account was already in the requested state. */
export const administeredSchema = strictObject({ changed: flag() });
