import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findRunningSystem } from './running-system.js';
import { getServiceCliEnv } from './service-cli-env.js';

type ServiceWithCli = 'accounts' | 'billing' | 'lead-router';

/** Connects to the system that `npm start` runs. A DATABASE_URL of another database must connect as the service's role. */
function getDatabaseUrl(service: ServiceWithCli, env: NodeJS.ProcessEnv): string {
  const { DATABASE_URL } = env;
  // `npm start` takes an administrator's URL in the same variable, which is not for the commands of a service.
  if (DATABASE_URL && DATABASE_URL !== findAdminUrl(env)) return DATABASE_URL;
  return getServiceCliEnv(service, env).DATABASE_URL;
}

/** Returns undefined if no system was started here. */
function findAdminUrl(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return findRunningSystem(env).adminDatabaseUrl;
  } catch {
    return undefined;
  }
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
