import { writeFile } from 'node:fs/promises';

/** Creates a file that only its owner can read. Never replaces one: it might be readable by others. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}
