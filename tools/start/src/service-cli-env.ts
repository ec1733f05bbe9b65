import { type ServiceName, serviceNames } from '@desk/contracts';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { dataKeyServices, type Secrets } from '@desk/tool-setup';
import { findRunningSystem, getStateDir } from './running-system.js';
import { loadSecrets } from './secrets.js';
import type { Stack } from './stack.js';

/** What a command-line program of a service needs. */
interface CliEnv {
  readonly DATABASE_URL: string;
  readonly DATA_KEYS?: string;
}

function toCliEnv(service: ServiceName, adminDatabaseUrl: string, secrets: Secrets): CliEnv {
  const { databasePasswords, dataKeys } = secrets;
  const DATABASE_URL = urlForRole(adminDatabaseUrl, serviceRoles[service].runtimeRole, databasePasswords);
  const owner = dataKeyServices.find((name) => name === service);
  return { DATABASE_URL, ...(owner && { DATA_KEYS: dataKeys[owner] }) };
}

/** Returns what a command-line program of a service needs to work on the system that was last started here. */
export const getServiceCliEnv = (service: ServiceName, env: NodeJS.ProcessEnv): CliEnv =>
  toCliEnv(service, findRunningSystem(env).adminDatabaseUrl, loadSecrets(getStateDir(env)));

/** Returns the same for every service, prefixed as `npm run privacy` reads it: `LEAD_ROUTER_DATABASE_URL`, … */
export const getPrefixedCliEnv = ({
  urls,
  secrets,
}: Pick<Stack, 'urls' | 'secrets'>): Record<string, string> =>
  Object.fromEntries(
    serviceNames.flatMap((service) =>
      Object.entries(toCliEnv(service, urls.database, secrets)).map(([name, value]) => [
        `${service.toUpperCase().replaceAll('-', '_')}_${name}`,
        value as string,
      ]),
    ),
  );
