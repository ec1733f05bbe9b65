import {
  type IntruderTrace,
  intruderTraces,
  type Recovery,
  recoveryEffects,
  type RecoveryEffect,
  TRUSTED_FACTOR_HOURS,
} from '@desk/contracts';
import type { EntityManager } from 'typeorm';
import { NO_PASSWORD } from '../credentials/passwords.js';

/** What accounts holds. The notifier and billing learn of the rest by `accountRecovered`. */
type OwnThing = Exclude<IntruderTrace, 'channel' | 'browser'>;

const deleteFrom = (table: string, condition = ''): string =>
  `DELETE FROM ${table} WHERE user_id = $1${condition}`;
/**
 * Lets methods that were set up before `$2` work after the password only, and turns newer ones off. One that was off
 * stays off.
 */
const restrict = (table: string): string =>
  `UPDATE ${table} SET review = CASE WHEN created_at < $2 AND review IS DISTINCT FROM 'off'
                                     THEN 'after-password' ELSE 'off' END
    WHERE user_id = $1`;
const IS_USABLE = `user_id = $1 AND review IS DISTINCT FROM 'off'`;
const HAS_USABLE_FACTOR = `(EXISTS (SELECT 1 FROM authenticator_apps WHERE ${IS_USABLE} AND confirmed_at IS NOT NULL)
   OR EXISTS (SELECT 1 FROM passkeys WHERE ${IS_USABLE}))`;

/** $1 is the user's id, $2 the time since which a new sign-in method may be a thief's. */
const STATEMENTS: Readonly<Record<OwnThing, Readonly<Partial<Record<RecoveryEffect, readonly string[]>>>>> = {
  password: { removed: [`UPDATE users SET password = '${NO_PASSWORD}' WHERE id = $1`] },
  session: { removed: [deleteFrom('sessions')] },
  'unfinished sign-in': { removed: [deleteFrom('sign_in_challenges')] },
  'password reset link': { removed: [deleteFrom('password_resets', ' AND used_at IS NULL')] },
  'email change request': { removed: [deleteFrom('email_changes', ' AND used_at IS NULL')] },
  'unfinished sign-up': {
    removed: [
      `UPDATE sign_up_drafts SET submission = NULL, completed_at = now(), updated_at = now()
        WHERE reserved_user_id = $1 AND completed_at IS NULL`,
    ],
  },
  'known device': { removed: [deleteFrom('known_devices')] },
  'authenticator app': {
    removed: [deleteFrom('authenticator_apps')],
    restricted: [
      deleteFrom('authenticator_apps', ' AND confirmed_at IS NULL'),
      restrict('authenticator_apps'),
    ],
  },
  passkey: { removed: [deleteFrom('passkeys')], restricted: [restrict('passkeys')] },
  // They never work alone, and without another method they are not asked for.
  'recovery codes': {
    removed: [deleteFrom('recovery_codes')],
    restricted: [deleteFrom('recovery_codes', ` AND (created_at >= $2 OR NOT ${HAS_USABLE_FACTOR})`)],
  },
  card: { removed: ['UPDATE users SET stripe_payment_method_id = NULL WHERE id = $1'] },
};

const isOwn = (thing: IntruderTrace): thing is OwnThing => Object.hasOwn(STATEMENTS, thing);

/** Runs after the methods were changed, because it stores whether a usable one is left. */
const COUNT_RECOVERY = `
  UPDATE users
     SET has_second_factor = ${HAS_USABLE_FACTOR}, recovery_version = recovery_version + 1, updated_at = now()
   WHERE id = $1`;

export const toSuspectSince = (now = Date.now()): Date => new Date(now - TRUSTED_FACTOR_HOURS * 3_600_000);

/**
 * Ends what was set up before a recovery, as `recoveryEffects` says. The caller holds the lock on the user,
 * and informs the other services. The command line cannot: `AccountChangesPublisher` does it for what an
 * operator did.
 */
export async function revokeAccess(
  manager: EntityManager,
  userId: string,
  recovery: Recovery,
  suspectSince = toSuspectSince(),
): Promise<void> {
  for (const thing of intruderTraces.filter(isOwn)) {
    for (const statement of STATEMENTS[thing][recoveryEffects[thing][recovery]] ?? [])
      await manager.query(statement, statement.includes('$2') ? [userId, suspectSince] : [userId]);
  }
  await manager.query(COUNT_RECOVERY, [userId]);
}
