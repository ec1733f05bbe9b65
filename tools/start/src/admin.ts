import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { getServiceDatabaseUrl } from './service-database-url.js';

// Runs the admin commands of accounts, against DATABASE_URL or else the system that `npm start` runs.
const adminCli = fileURLToPath(new URL('../../../services/accounts/dist/cli/admin-cli.js', import.meta.url));

try {
  const { status } = spawnSync(process.execPath, [adminCli, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: process.env.DATABASE_URL || getServiceDatabaseUrl('accounts', process.env),
    },
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
