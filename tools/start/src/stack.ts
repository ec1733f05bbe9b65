import { resolve } from 'node:path';
import { createPrivateFolder, createPrivateLog } from '@desk/embedded-servers';
import {
  getLogFile,
  getLogsDir,
  type Launch,
  type ProcessOptions,
  startSandbox,
  startServices,
} from './launch-processes.js';
import { readMode, type Secrets, type SystemMode } from '@desk/tool-setup';
import { assertPortsFree, portNames, readPorts, type Ports } from './ports.js';
import { stopOrphanedProcesses } from './process-records.js';
import { silentReporter, type Reporter } from './reporter.js';
import { loadSecrets } from './secrets.js';
import { startDatabase, startQueue, stopOrphanedServers } from './servers.js';
import { getSandboxUrl, getWebUrl, pickMachineEnv, pickVariables } from './service-env.js';
import { Shutdown } from './shutdown.js';
import { lockStateDir } from './state-lock.js';
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { getProgram } from './programs.js';

export interface StackOptions extends ProcessOptions {
  /** Holds data, secrets and logs. Only one system can run in it at a time. */
  stateDir: string;
  /** Defaults to the ports in `env`, else to those of `npm start`. See `findFreePorts`. */
  ports?: Ports;
  /** `DATABASE_URL`, `REDIS_URL`, `STRIPE_SECRET_KEY` and so on. By default everything is embedded. */
  env?: NodeJS.ProcessEnv;
  reporter?: Reporter;
  /** Interrupts a start in progress. */
  signal?: AbortSignal;
}

/** A running system. */
export type Stack = Awaited<ReturnType<typeof launchStack>>;

function listNeededPorts(env: NodeJS.ProcessEnv, { usesSandbox }: SystemMode): (keyof Ports)[] {
  const unneeded = new Set<keyof Ports>([
    ...(env.DATABASE_URL ? (['postgres'] as const) : []),
    ...(env.REDIS_URL ? (['redis'] as const) : []),
    ...(usesSandbox ? [] : (['sandbox', 'smtp'] as const)),
  ]);
  return portNames.filter((name) => !unneeded.has(name));
}

/** Locks the state folder, stops what a killed launcher left running, and checks that the ports are free. */
export async function prepareState(launch: Launch, mode: SystemMode): Promise<Secrets> {
  const { env, stateDir, ports, shutdown } = launch;
  shutdown.addStep(lockStateDir(stateDir));
  createPrivateFolder(getLogsDir(stateDir));
  await stopOrphanedProcesses(stateDir);
  await stopOrphanedServers(stateDir);
  await assertPortsFree(ports, listNeededPorts(env, mode));
  return loadSecrets(stateDir);
}

async function startServers(launch: Launch, mode: SystemMode, secrets: Secrets) {
  const { options, env, reporter } = launch;
  const database = await startDatabase(launch);
  const queue = await startQueue(launch, { ...env, NODE_ENV: mode.nodeEnv });
  await reporter.step(
    'Database',
    () =>
      runMigrations(
        database.url,
        secrets.databasePasswords,
        getLogFile(launch, 'migrate'),
        mode.nodeEnv,
        options.servicesRoot,
      ),
    () => 'Database is up to date',
  );
  return { database, queue };
}

/**
 * Starts the whole system. If the start fails or is interrupted, stops everything it has started.
 * @throws EnvironmentError before anything is started if `env` is inconsistent or dangerous
 */
export async function launchStack(options: StackOptions) {
  const { env = {}, reporter = silentReporter, signal } = options;
  const stateDir = resolve(options.stateDir);
  const mode = readMode(env);
  const ports = options.ports ?? readPorts(env);
  const shutdown = new Shutdown();
  const stop = () => shutdown.run();
  const launch: Launch = { options, env, reporter, stateDir, ports, shutdown };
  signal?.addEventListener('abort', () => void stop());
  try {
    const secrets = await prepareState(launch, mode);
    signal?.throwIfAborted();
    const { database, queue } = await startServers(launch, mode, secrets);
    signal?.throwIfAborted();
    const settings = { mode, ports, secrets, env, adminDatabaseUrl: database.url, redisUrl: queue.url };
    const sandbox = await startSandbox(launch, settings);
    signal?.throwIfAborted();
    const services = await startServices(launch, settings);
    signal?.throwIfAborted();
    return {
      mode,
      services,
      /** Absent if real providers are used. */
      ...(sandbox && { sandbox }),
      /** Absent if `DATABASE_URL` or `REDIS_URL` names another server. */
      ...(database.server && { postgres: database.server }),
      ...(queue.server && { redis: queue.server }),
      secrets,
      urls: {
        web: getWebUrl(ports, env),
        /** The sandbox's page and API. */
        sandbox: getSandboxUrl(ports),
        /** Connects as an administrator. */
        database: database.url,
        redis: queue.url,
      },
      logsDir: getLogsDir(stateDir),
      /** Stops the services first, then the sandbox, Redis and PostgreSQL. Never rejects; may be called repeatedly. */
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Creates the schemas and roles and runs the migrations, in a separate process.
 * @param nodeEnv decides whether connections to another machine must be encrypted
 * @param checkout root of the release whose migrations are run; by default this one
 * @throws with the output of that process
 */
export function runMigrations(
  adminDatabaseUrl: string,
  passwords: Record<string, string>,
  logFile: string,
  nodeEnv: SystemMode['nodeEnv'],
  checkout?: string,
): Promise<void> {
  createPrivateLog(logFile);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [getProgram('tools/migrate', checkout)], {
      env: {
        ...pickMachineEnv(process.env),
        NODE_ENV: nodeEnv,
        ...pickVariables(process.env, ['DATABASE_TLS']),
        DATABASE_URL: adminDatabaseUrl,
        DATABASE_PASSWORDS: JSON.stringify(passwords),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      appendFileSync(logFile, chunk);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The database migrations failed:\n${output.trim()}`));
    });
  });
}
