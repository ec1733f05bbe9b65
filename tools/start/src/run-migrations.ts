import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createPrivateLog } from '@desk/embedded-servers';
import { getProgram } from './program.js';
import { pickMachineEnv, pickVariables } from './service-env.js';

/**
 * Creates the schemas and roles and runs the migrations, in a separate process.
 * @param checkout root of the release whose migrations are run; by default this one
 * @throws with the output of that process
 */
export function runMigrations(
  adminDatabaseUrl: string,
  passwords: Record<string, string>,
  logFile: string,
  checkout?: string,
): Promise<void> {
  createPrivateLog(logFile);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [getProgram('tools/migrate', checkout)], {
      env: {
        ...pickMachineEnv(process.env),
        NODE_ENV: 'development',
        ...pickVariables(process.env, ['DATABASE_TLS']),
        DATABASE_URL: adminDatabaseUrl,
        DATABASE_PASSWORDS: JSON.stringify(passwords),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      appendFileSync(logFile, chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database migrations failed:\n${output.trim()}`));
    });
  });
}
