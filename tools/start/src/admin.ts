import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { runningSystem, stateDirOf } from './running-system.js';
import { loadSecrets } from './secrets.js';

// The accounts service's own command, against DATABASE_URL or else the system that `npm start` runs.
const cli = fileURLToPath(new URL('../../../services/accounts/dist/cli/admin-cli.js', import.meta.url));

function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { adminDatabaseUrl } = runningSystem(process.env);
  const { databasePasswords } = loadSecrets(stateDirOf(process.env));
  return urlForRole(adminDatabaseUrl, serviceRoles.accounts.runtimeRole, databasePasswords);
}

try {
  const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl() },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
