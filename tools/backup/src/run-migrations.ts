import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BackupError } from './backup-error.js';
import type { Passwords } from './settings.js';

const file = fileURLToPath(new URL('../../migrate/dist/main.js', import.meta.url));

/** Creates schemas, roles and tables in a process of their own. @throws BackupError with its output */
export async function runMigrations(adminUrl: string, passwords: Passwords): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`The migrations are not built: ${file} is missing.`);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, DATABASE_URL: adminUrl, DATABASE_PASSWORDS: JSON.stringify(passwords) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new BackupError(`The migrations failed:\n${output.trim()}`);
}
