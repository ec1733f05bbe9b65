import type { AccountAction, Recovery } from '@desk/contracts';
import type { EntityManager } from 'typeorm';
import type { AuditAction, AuditEntry } from '../audit/audit.repository.js';
import { revokeAccess } from '../recovery/recovery-statements.js';

/** Confirming an address also publishes it, which the command line cannot. */
export type AccountChange = Exclude<AccountAction, 'confirm-email'>;

export interface AppliedChange extends Pick<AuditEntry, 'oldValue' | 'newValue'> {
  readonly action: AuditAction;
  /** False if the account was already in the requested state: then nothing was changed. */
  readonly isChanged: boolean;
  /** The recovery that the other services must still apply, if the change was one. */
  readonly recovery?: Recovery;
}

interface AccountState {
  readonly isDisabled: boolean;
  readonly sessions: number;
  readonly signIns: number;
  readonly apps: number;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

const READ_STATE = `
  SELECT disabled_at IS NOT NULL AS "isDisabled",
         (SELECT count(*)::int FROM sessions WHERE user_id = u.id AND expire > now()) AS sessions,
         (SELECT count(*)::int FROM sign_in_challenges WHERE user_id = u.id AND expires_at > now()) AS "signIns",
         (SELECT count(*)::int FROM authenticator_apps WHERE user_id = u.id) AS apps,
         (SELECT count(*)::int FROM passkeys WHERE user_id = u.id) AS passkeys,
         (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id) AS "recoveryCodes"
    FROM users u WHERE id = $1`;

/** Also ends sign-ins that await their second step. */
const END_SESSIONS = [
  'DELETE FROM sign_in_challenges WHERE user_id = $1',
  'DELETE FROM sessions WHERE user_id = $1',
];

/** All of them end the sessions. Leads start or stop within seconds, once the status is published. */
const STATEMENTS: Readonly<Record<AccountChange, readonly string[]>> = {
  disable: [
    'UPDATE users SET disabled_at = COALESCE(disabled_at, now()), updated_at = now() WHERE id = $1',
    ...END_SESSIONS,
  ],
  enable: ['UPDATE users SET disabled_at = NULL, updated_at = now() WHERE id = $1', ...END_SESSIONS],
  'end-sessions': END_SESSIONS,
  // For users who lost their devices and their recovery codes.
  'reset-second-factor': END_SESSIONS,
};

/** Changes that return an account to its owner. They end what others may have set up. */
const RECOVERIES: Readonly<Partial<Record<AccountChange, Recovery>>> = {
  enable: 'enabled',
  'reset-second-factor': 'second-factors-reset',
};

/** Applies a change in the transaction of `manager`, whose caller holds the lock on the user and adds the audit entry. */
export async function changeAccount(
  manager: EntityManager,
  userId: string,
  change: AccountChange,
): Promise<AppliedChange> {
  const [before]: AccountState[] = await manager.query(READ_STATE, [userId]);
  if (!before) throw new Error(`user ${userId} does not exist`);
  const described = describeChange(change, before);
  if (!described.isChanged) return described;
  for (const statement of STATEMENTS[change]) await manager.query(statement, [userId]);
  const recovery = RECOVERIES[change];
  if (recovery === undefined) return described;
  await revokeAccess(manager, userId, recovery);
  return { ...described, recovery };
}

function describeChange(change: AccountChange, state: AccountState): AppliedChange {
  const { isDisabled, sessions, signIns, apps, passkeys, recoveryCodes } = state;
  if (change === 'end-sessions')
    return { action: 'sessions-ended', isChanged: sessions + signIns > 0, newValue: { ended: sessions } };
  if (change === 'reset-second-factor')
    return {
      action: 'second-factor-removed',
      isChanged: apps + passkeys + recoveryCodes > 0,
      oldValue: { apps, passkeys, recoveryCodes },
      newValue: { apps: 0, passkeys: 0, recoveryCodes: 0 },
    };
  const disabled = change === 'disable';
  return {
    action: disabled ? 'disabled' : 'enabled',
    isChanged: isDisabled !== disabled,
    oldValue: { disabled: isDisabled },
    newValue: { disabled },
  };
}
