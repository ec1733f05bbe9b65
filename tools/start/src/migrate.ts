import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { machineEnv } from './service-env.js';

const program = fileURLToPath(new URL('../../migrate/dist/main.js', import.meta.url));

/** Provisions the database and runs the migrations, in a process of its own. Throws with what that one said. */
export function migrate(
  adminDatabaseUrl: string,
  passwords: Record<string, string>,
  logFile: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], {
      env: {
        ...machineEnv(process.env),
        DATABASE_URL: adminDatabaseUrl,
        DATABASE_PASSWORDS: JSON.stringify(passwords),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
      appendFileSync(logFile, chunk);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database could not be made ready:\n${output.trim()}`));
    });
  });
}
