import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@desk/contracts';

const fileOf = (service: ServiceName): string =>
  fileURLToPath(new URL(`../../../services/${service}/dist/migrate.js`, import.meta.url));

/**
 * Runs the migrations of one service in a process of its own, as the role that owns its schema. Answers the last
 * line that it printed; throws with its output when it fails.
 */
export function migrateService(service: ServiceName, ownerUrl: string): Promise<string> {
  const file = fileOf(service);
  if (!existsSync(file)) throw new Error(`${service} is not built: ${file} is missing.`);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file], {
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
