import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { urlForRole, verifyRole } from '@desk/service-kit';
import { loadSecrets } from './secrets.js';
import { getSandboxedProviders } from './service-env.js';
import type { Stack } from './stack.js';

/** How other commands reach the system that `npm start` runs. */
export interface RunningSystem {
  readonly webUrl: string;
  readonly sandboxUrl: string;
  readonly redisUrl: string;
  readonly adminDatabaseUrl: string;
  /** Can read every schema and write none. */
  readonly verifyDatabaseUrl: string;
  readonly stripe: { readonly secretKey: string; readonly apiBase?: string };
  readonly funnelKey: string;
  readonly logsDir: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Returns the folder of data, secrets and logs. */
export const getStateDir = (env: NodeJS.ProcessEnv): string => env.DESK_STATE_DIR ?? join(root, '.state');

const systemFile = (stateDir: string): string => join(stateDir, 'system.json');

export function describeSystem(
  { urls, secrets, logsDir }: Pick<Stack, 'urls' | 'secrets' | 'logsDir'>,
  env: NodeJS.ProcessEnv,
): RunningSystem {
  const isSandboxed = getSandboxedProviders(env).cards;
  const apiBase = isSandboxed ? urls.sandbox : env.STRIPE_API_BASE;
  return {
    webUrl: urls.web,
    sandboxUrl: urls.sandbox,
    redisUrl: urls.redis,
    adminDatabaseUrl: urls.database,
    verifyDatabaseUrl: urlForRole(urls.database, verifyRole, secrets.databasePasswords),
    stripe: {
      secretKey: isSandboxed ? secrets.stripeSecretKey : (env.STRIPE_SECRET_KEY ?? ''),
      ...(apiBase === undefined ? {} : { apiBase }),
    },
    funnelKey: secrets.funnelKey,
    logsDir,
  };
}

/** Stores the URLs for `findRunningSystem`. The secrets stay in their own file. */
export function saveSystem({ urls }: Stack, stateDir: string): void {
  writeFileSync(systemFile(stateDir), JSON.stringify(urls, null, 2), { mode: 0o600 });
}

/**
 * Returns the system that was last started in the state folder.
 * @throws if there is none
 */
export function findRunningSystem(env: NodeJS.ProcessEnv): RunningSystem {
  const stateDir = getStateDir(env);
  const file = systemFile(stateDir);
  if (!existsSync(file)) throw new Error('No system has been started here. Run `npm start` first.');
  const urls = JSON.parse(readFileSync(file, 'utf8')) as Stack['urls'];
  return describeSystem({ urls, secrets: loadSecrets(stateDir), logsDir: join(stateDir, 'logs') }, env);
}
