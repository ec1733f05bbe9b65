import type { ServiceName } from '@desk/contracts';
import { serviceRoles, urlForRole } from '@desk/service-kit';
import { findRunningSystem, getStateDir } from './running-system.js';
import { loadSecrets } from './secrets.js';

/** Returns the URL with which a service connects to the database of the system that was last started here. */
export function getServiceDatabaseUrl(service: ServiceName, env: NodeJS.ProcessEnv): string {
  const { adminDatabaseUrl } = findRunningSystem(env);
  const { databasePasswords } = loadSecrets(getStateDir(env));
  return urlForRole(adminDatabaseUrl, serviceRoles[service].runtimeRole, databasePasswords);
}
