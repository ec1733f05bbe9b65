import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { urlForRole, verifyRole } from '@desk/service-kit';
import { loadSecrets } from './secrets.js';
import { standIns } from './service-env.js';
import type { Stack } from './stack.js';

/** What a tool needs to talk to the system that `npm start` runs. */
export interface RunningSystem {
  readonly webUrl: string;
  readonly sandboxUrl: string;
  readonly redisUrl: string;
  readonly adminDatabaseUrl: string;
  /** Reads every schema and writes nothing. */
  readonly verifyDatabaseUrl: string;
  readonly stripe: { readonly secretKey: string; readonly apiBase?: string };
  readonly funnelKey: string;
  readonly logsDir: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the system keeps its data, secrets and logs. */
export const stateDirOf = (env: NodeJS.ProcessEnv): string => env.DESK_STATE_DIR ?? join(root, '.state');

const fileOf = (stateDir: string): string => join(stateDir, 'system.json');

/** What tools need to know of a running stack, from its own parts. */
export function describeSystem(
  stack: Pick<Stack, 'urls' | 'secrets' | 'logsDir'>,
  env: NodeJS.ProcessEnv,
): RunningSystem {
  const { urls, secrets, logsDir } = stack;
  const sandboxed = standIns(env).cards;
  const apiBase = sandboxed ? urls.sandbox : env.STRIPE_API_BASE;
  return {
    webUrl: urls.web,
    sandboxUrl: urls.sandbox,
    redisUrl: urls.redis,
    adminDatabaseUrl: urls.database,
    verifyDatabaseUrl: urlForRole(urls.database, verifyRole, secrets.databasePasswords),
    stripe: {
      secretKey: sandboxed ? secrets.stripeSecretKey : (env.STRIPE_SECRET_KEY ?? ''),
      ...(apiBase === undefined ? {} : { apiBase }),
    },
    funnelKey: secrets.funnelKey,
    logsDir,
  };
}

/** Written by `npm start`, so that the other commands find the system. The secrets stay in their own file. */
export function rememberSystem(stack: Stack, stateDir: string): void {
  writeFileSync(fileOf(stateDir), JSON.stringify(stack.urls, null, 2), { mode: 0o600 });
}

/** The system that was last started here. Throws with one plain line when there is none. */
export function runningSystem(env: NodeJS.ProcessEnv): RunningSystem {
  const stateDir = stateDirOf(env);
  const file = fileOf(stateDir);
  if (!existsSync(file)) throw new Error('No system was started here yet: run `npm start` first.');
  const urls = JSON.parse(readFileSync(file, 'utf8')) as Stack['urls'];
  const stack = { urls, secrets: loadSecrets(stateDir), logsDir: join(stateDir, 'logs') };
  return describeSystem(stack, env);
}
