import { parseArgs } from 'node:util';
import { emailAddress, parse } from '@desk/contracts';
import { normalizeEmail } from '../users/normalise.js';

export const usage = `Usage: npm run admin -- create EMAIL [--first-name NAME] [--last-name NAME] [--if-missing]
       npm run admin -- disable|enable|sign-out EMAIL
The password is read from the terminal or from standard input; an empty one is generated and shown once.`;

const commands = ['create', 'disable', 'enable', 'sign-out'] as const;
export type AdminCommand = (typeof commands)[number];

export interface Asked {
  readonly command: AdminCommand;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly ifMissing: boolean;
}

/** Undefined when it is no sensible command. */
export function parseArguments(args: readonly string[]): Asked | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'first-name': { type: 'string', default: 'Admin' },
        'last-name': { type: 'string', default: 'User' },
        'if-missing': { type: 'boolean', default: false },
      },
    });
    const [name, email, ...rest] = positionals;
    const command = commands.find((one) => one === name);
    if (!command || rest.length > 0) return undefined;
    return {
      command,
      email: normalizeEmail(parse(emailAddress(), email)),
      firstName: values['first-name'],
      lastName: values['last-name'],
      ifMissing: values['if-missing'],
    };
  } catch {
    return undefined;
  }
}
