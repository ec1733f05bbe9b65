import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findRunningSystem, type RunningSystem, getStateDir } from './running-system.js';
import type { ServiceName } from '@desk/contracts';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { loadSecrets } from './secrets.js';

type ServiceWithCli = 'accounts' | 'billing' | 'lead-router';

/** Returns undefined if no system was started here. */
function findSystem(env: NodeJS.ProcessEnv): RunningSystem | undefined {
  try {
    return findRunningSystem(env);
  } catch {
    return undefined;
  }
}

/** Connects to the system that `npm start` runs. A DATABASE_URL of another database must connect as the service's role. */
function getDatabaseUrl(service: ServiceWithCli, env: NodeJS.ProcessEnv): string {
  const { DATABASE_URL } = env;
  // `npm start` takes an administrator's URL in the same variable, which is not for the commands of a service.
  const isOtherDatabase = DATABASE_URL && DATABASE_URL !== findSystem(env)?.adminDatabaseUrl;
  if (isOtherDatabase) return DATABASE_URL;
  return getServiceDatabaseUrl(service, env);
}

/**
 * Runs a service's command-line program with this process's arguments and terminal.
 * @param options.exitNotRun the exit code if it could not be started
 */
export function runServiceCli(service: ServiceWithCli, program: string, { exitNotRun = 1 } = {}): void {
  const file = fileURLToPath(new URL(`../../../services/${service}/dist/cli/${program}.js`, import.meta.url));
  try {
    const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: getDatabaseUrl(service, process.env) },
    });
    process.exitCode = status ?? exitNotRun;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = exitNotRun;
  }
}

/** Returns the URL with which a service connects to the database of the system that was last started here. */
function getServiceDatabaseUrl(service: ServiceName, env: NodeJS.ProcessEnv): string {
  const { adminDatabaseUrl } = findRunningSystem(env);
  const { databasePasswords } = loadSecrets(getStateDir(env));
  return urlForRole(adminDatabaseUrl, serviceRoles[service].runtimeRole, databasePasswords);
}
