import { userInfo } from 'node:os';
import { truncate } from '@desk/contracts';

const MAX_LENGTH = 100;

function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a user id without a name.
    return undefined;
  }
}

/**
 * Returns who runs a command-line tool, for the audit log: `DESK_OPERATOR`, else the user behind `sudo`, else
 * the name of the system account. It is what the operator's shell states, not a proof.
 */
export function readOperator(env: NodeJS.ProcessEnv = process.env): string {
  const name = env['DESK_OPERATOR'] || env['SUDO_USER'] || accountName() || env['USER'] || 'unknown';
  return truncate(name.replaceAll(/\p{Cc}+/gu, ' '), MAX_LENGTH, '');
}
