import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';

export interface ChosenPassword {
  readonly password: string;
  readonly isGenerated: boolean;
}

/** From ADMIN_PASSWORD, the terminal or standard input; an empty answer has one generated. */
export async function readPassword(): Promise<ChosenPassword> {
  const given = process.env['ADMIN_PASSWORD'] ?? (await firstLine());
  if (given !== '') return { password: given, isGenerated: false };
  return { password: randomBytes(18).toString('base64url'), isGenerated: true };
}

async function firstLine(): Promise<string> {
  const { stdin, stdout } = process;
  if (stdin.isTTY) {
    const terminal = createInterface({ input: stdin, output: stdout });
    const answer = await terminal.question('Password (empty: one is generated): ');
    terminal.close();
    return answer;
  }
  for await (const line of createInterface({ input: stdin })) return line;
  return '';
}
