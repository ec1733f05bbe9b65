import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readMode } from '@desk/tool-setup';
import { type Launch, startSandbox } from './launch-processes.js';
import { readPorts } from './ports.js';
import type { Reporter } from './reporter.js';
import { getStateDir, toStripe } from './running-system.js';
import { getSandboxUrl } from './service-env.js';
import { startDatabase } from './servers.js';
import { Shutdown } from './shutdown.js';
import { prepareState } from './stack.js';

/**
 * Starts PostgreSQL, unless DATABASE_URL names another server, and the sandbox of the state folder, without
 * services, migrations and Redis. The URL connects as an administrator.
 * @throws if there is no secrets.json, the system runs, or a port is in use
 */
export async function launchForRestore(env: NodeJS.ProcessEnv, reporter: Reporter) {
  const stateDir = resolve(getStateDir(env));
  if (!existsSync(join(stateDir, 'secrets.json')))
    throw new Error(
      `${stateDir} has no secrets.json. Without the keys of the system that made the backup, its data cannot be read: copy the file from there.`,
    );
  const mode = readMode(env);
  const ports = readPorts(env);
  const shutdown = new Shutdown();
  const launch: Launch = { options: {}, env, reporter, stateDir, ports, shutdown };
  const stop = () => shutdown.run();
  try {
    const secrets = await prepareState(launch, mode);
    const { url } = await startDatabase(launch);
    await startSandbox(launch, { mode, ports, secrets, env, adminDatabaseUrl: url, redisUrl: '' });
    return {
      adminDatabaseUrl: url,
      databasePasswords: secrets.databasePasswords,
      stripe: toStripe(mode, secrets, getSandboxUrl(ports), env),
      /** Deletes the messages in Redis. If the launcher does not run Redis, returns false and deletes nothing. */
      deleteMessages: async (): Promise<boolean> => {
        if (env.REDIS_URL) return false;
        await rm(join(stateDir, 'redis'), { recursive: true, force: true });
        return true;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
