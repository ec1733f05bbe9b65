import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '@desk/embedded-servers';
import { urlForRole, verifyRole } from '@desk/service-kit';
import type { Secrets, SystemMode } from '@desk/tool-setup';
import { root } from './programs.js';
import { loadSecrets, secretsFile } from './secrets.js';
import type { Stack } from './stack.js';

/** How other commands reach the system that `npm start` runs. */
export type RunningSystem = ReturnType<typeof describeSystem>;

/** Returns the folder of data, secrets and logs. */
export const getStateDir = (env: NodeJS.ProcessEnv): string => env.DESK_STATE_DIR ?? join(root, '.state');

const systemFile = (stateDir: string): string => join(stateDir, 'system.json');

export function describeSystem(
  { mode, urls, secrets }: Pick<Stack, 'mode' | 'urls' | 'secrets'>,
  env: NodeJS.ProcessEnv,
) {
  return {
    mode,
    webUrl: urls.web,
    sandboxUrl: urls.sandbox,
    redisUrl: urls.redis,
    adminDatabaseUrl: urls.database,
    /** Can read every schema and write none. */
    verifyDatabaseUrl: urlForRole(urls.database, verifyRole, secrets.databasePasswords),
    stripe: toStripe(mode, secrets, urls.sandbox, env),
    funnelKey: secrets.funnelKey,
  };
}

/** How to reach the card provider, or the sandbox in its place. */
export function toStripe(
  { usesSandbox }: SystemMode,
  { stripeSecretKey }: Pick<Secrets, 'stripeSecretKey'>,
  sandboxUrl: string,
  env: NodeJS.ProcessEnv,
): { readonly secretKey: string; readonly apiBase?: string } {
  if (usesSandbox) return { secretKey: stripeSecretKey, apiBase: sandboxUrl };
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_API_BASE: apiBase } = env;
  return { secretKey, ...(apiBase === undefined ? {} : { apiBase }) };
}

type SavedSystem = Pick<Stack, 'mode' | 'urls'>;

/** Stores what `findRunningSystem` needs, private: the URLs contain passwords. Keys stay in their own file. */
export function saveSystem({ mode, urls }: Stack, stateDir: string): void {
  const saved: SavedSystem = { mode, urls };
  writeFileSync(systemFile(stateDir), JSON.stringify(saved, null, 2), PRIVATE_FILE);
}

/** Whether keys were changed after the system was started: its services cannot read what the newest ones encrypt. */
export function hasOlderKeys(stateDir: string): boolean {
  const [system, secrets] = [systemFile(stateDir), secretsFile(stateDir)];
  return !existsSync(system) || statSync(system).mtimeMs < statSync(secrets).mtimeMs;
}

/**
 * Returns the system that was last started in the state folder.
 * @throws if there is none
 */
export function findRunningSystem(env: NodeJS.ProcessEnv): RunningSystem {
  const stateDir = getStateDir(env);
  const file = systemFile(stateDir);
  const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<SavedSystem>) : {};
  const { mode, urls } = saved;
  if (!mode || !urls) throw new Error('No system has been started here. Run `npm start` first.');
  return describeSystem({ mode, urls, secrets: loadSecrets(stateDir) }, env);
}
