import { parseArgs } from 'node:util';
import { emailAddress, readInput } from '@desk/contracts';

export const USAGE = `Usage: npm run admin -- create EMAIL [--first-name NAME] [--last-name NAME] [--if-missing]
       npm run admin -- disable|enable|sign-out|reset-second-factor EMAIL
EMAIL and NAME may be - or @FILE: then they are lines of standard input or of a file, which other users of this machine do not
see. The password is read from the terminal or the next line of standard input. An empty one is generated and shown once.`;

const commands = ['create', 'disable', 'enable', 'sign-out', 'reset-second-factor'] as const;
export type AdminCommand = (typeof commands)[number];

export interface AdminArguments {
  readonly command: AdminCommand;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly ifMissing: boolean;
}

/** Returns undefined if the arguments are not valid. */
export function parseArguments(args: readonly string[]): AdminArguments | undefined {
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
    const command = commands.find((known) => known === name);
    if (!command || rest.length > 0) return undefined;
    return {
      command,
      email: readInput(emailAddress(), email),
      firstName: values['first-name'],
      lastName: values['last-name'],
      ifMissing: values['if-missing'],
    };
  } catch {
    return undefined;
  }
}
