import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const migrateProgram = fileURLToPath(new URL('../../migrate/dist/main.js', import.meta.url));

/** Creates the database if necessary, with all schemas, roles and tables. */
export function migrateDatabase(databaseUrl: string, passwords: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [migrateProgram], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATABASE_PASSWORDS: JSON.stringify(passwords),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database ${new URL(databaseUrl).pathname} could not be migrated.`));
    });
  });
}
