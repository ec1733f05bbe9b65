import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@desk/contracts';

const getMigrateProgram = (service: ServiceName): string =>
  fileURLToPath(new URL(`../../../services/${service}/dist/migrate.js`, import.meta.url));

/**
 * Runs the migrations of one service in a separate process, as the role that owns its schema. Returns the last line of
 * its output.
 * @throws with the whole output
 */
export function migrateService(service: ServiceName, ownerUrl: string): Promise<string> {
  const file = getMigrateProgram(service);
  if (!existsSync(file)) throw new Error(`${service} is not built: ${file} is missing.`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], {
      // The process connects as one role and needs no other's password.
      env: { ...process.env, DATABASE_URL: ownerUrl, DATABASE_PASSWORDS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim().split('\n').at(-1) ?? '');
      else reject(new Error(`The migrations of ${service} failed:\n${output.trim()}`));
    });
  });
}
