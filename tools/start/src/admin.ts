import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { findRunningSystem, getStateDir } from './running-system.js';
import { loadSecrets } from './secrets.js';

// Runs the admin commands of accounts, against DATABASE_URL or else the system that `npm start` runs.
const adminCli = fileURLToPath(new URL('../../../services/accounts/dist/cli/admin-cli.js', import.meta.url));

function getDatabaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { adminDatabaseUrl } = findRunningSystem(process.env);
  const { databasePasswords } = loadSecrets(getStateDir(process.env));
  return urlForRole(adminDatabaseUrl, serviceRoles.accounts.runtimeRole, databasePasswords);
}

try {
  const { status } = spawnSync(process.execPath, [adminCli, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: getDatabaseUrl() },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
