import { createInterface } from 'node:readline/promises';

/** Asks on the terminal. The end of the input is a no. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    return (await Promise.race([terminal.question(question), closed])) === 'yes';
  } finally {
    terminal.close();
  }
}
