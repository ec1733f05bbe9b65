/**
 * What outlives a change of credentials, and what each recovery of an account does to it. The services and their tests
 * derive from this table (docs/account-protection.md explains it).
 */

/** How an account returns to its owner. */
export const recoveries = [
  /**
   * A password reset by mail on an account whose address nobody has confirmed. Until then, nobody is known to own the
   * address.
   */
  'claim',
  /** A password reset by mail on an account whose address was confirmed. */
  'password-reset',
  /** The previous address undid a change of the address. */
  'email-change-undone',
  /** An admin or an operator removed the second factors. */
  'second-factors-reset',
  /** An admin or an operator enabled a disabled account. */
  'enabled',
] as const;
export type Recovery = (typeof recoveries)[number];

/**
 * - `removed`: it is gone.
 * - `paused`: it has no effect until the owner keeps or removes it.
 * - `restricted`: a sign-in method that was settled long before works only together with the new password, so that
 *   access to the mailbox alone is not enough. A recent one is paused.
 * - `stays`: it gives access to nothing, or only the owner can have it.
 */
export type RecoveryEffect = 'removed' | 'paused' | 'restricted' | 'stays';

const always = (effect: RecoveryEffect): Readonly<Record<Recovery, RecoveryEffect>> => ({
  claim: effect,
  'password-reset': effect,
  'email-change-undone': effect,
  'second-factors-reset': effect,
  enabled: effect,
});

/** What an intruder may have left in an account, or used. */
export const intruderTraces = [
  'password',
  'session',
  'unfinished sign-in',
  'password reset link',
  'email change request',
  'unfinished sign-up',
  'known device',
  'authenticator app',
  'passkey',
  'recovery codes',
  'channel',
  'browser',
  'card',
] as const;
export type IntruderTrace = (typeof intruderTraces)[number];

const SECOND_FACTOR = {
  ...always('restricted'),
  claim: 'removed',
  'second-factors-reset': 'removed',
} as const satisfies Record<Recovery, RecoveryEffect>;

/** A lead is delivered over a channel (SMS, Slack, webhook) and announced on a browser. */
const LEAD_DESTINATION = { ...always('paused'), claim: 'removed' } as const satisfies Record<
  Recovery,
  RecoveryEffect
>;

export const recoveryEffects: Readonly<Record<IntruderTrace, Readonly<Record<Recovery, RecoveryEffect>>>> = {
  // Others may know the password. If the recovery sets no new one, the owner is mailed a link to choose one.
  password: { ...always('removed'), claim: 'stays', 'password-reset': 'stays' },
  session: always('removed'),
  'unfinished sign-in': always('removed'),
  'password reset link': always('removed'),
  'email change request': always('removed'),
  'unfinished sign-up': always('removed'),
  // Sign-ins from a known device are not reported to the owner.
  'known device': always('removed'),
  'authenticator app': SECOND_FACTOR,
  passkey: SECOND_FACTOR,
  'recovery codes': SECOND_FACTOR,
  channel: LEAD_DESTINATION,
  browser: LEAD_DESTINATION,
  // The card may belong to someone other than the owner of the address, and neither may use what belongs to the other.
  card: { ...always('stays'), claim: 'removed' },
};

/** A sign-in method set up this long before a recovery is trusted: the owner was told of it by mail. */
export const TRUSTED_FACTOR_HOURS = 72;

/** By default, accounts whose address was never confirmed and that have no card end after this many days. */
export const UNCONFIRMED_ACCOUNT_DAYS = 14;
