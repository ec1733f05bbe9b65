import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';

export interface ChosenPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

/** Reads a password from ADMIN_PASSWORD, the terminal or standard input. Generates one if the input is empty. */
export async function readPassword(): Promise<ChosenPassword> {
  const input = process.env['ADMIN_PASSWORD'] ?? (await readFirstLine());
  if (input !== '') return { password: input, isGenerated: false };
  return { password: randomBytes(18).toString('base64url'), isGenerated: true };
}

async function readFirstLine(): Promise<string> {
  const { stdin, stdout } = process;
  if (stdin.isTTY) {
    const terminal = createInterface({ input: stdin, output: stdout });
    const answer = await terminal.question('Password (leave empty to generate one): ');
    terminal.close();
    return answer;
  }
  for await (const line of createInterface({ input: stdin })) return line;
  return '';
}
