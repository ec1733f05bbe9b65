import { randomBytes } from 'node:crypto';
import { readInputLine } from '@desk/service-kit';

export interface ChosenPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

/** Reads a password from ADMIN_PASSWORD, the terminal or a line of standard input. Generates one if the input is empty. */
export async function readPassword(): Promise<ChosenPassword> {
  const input =
    process.env['ADMIN_PASSWORD'] ?? (await readInputLine('Password (leave empty to generate one): '));
  if (input !== '') return { password: input, isGenerated: false };
  return { password: randomBytes(18).toString('base64url'), isGenerated: true };
}
