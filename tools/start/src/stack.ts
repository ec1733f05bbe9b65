import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockState } from './lock.js';
import { ManagedProcess } from './managed-process.js';
import type { ManagedServer } from './managed-server.js';
import { migrate } from './migrate.js';
import { assertPortsFree, portNames, portsFromEnv, type Ports } from './ports.js';
import { answers } from './probe.js';
import { runnableServices, type ProcessName, type RunnableService } from './process-names.js';
import { silentReporter, type Reporter } from './reporter.js';
import { recordRun, stopOrphanedProcesses } from './run-record.js';
import { loadSecrets, type Secrets } from './secrets.js';
import { startDatabase, startQueue, stopOrphanedServers } from './servers.js';
import { Teardown } from './teardown.js';
import {
  sandboxEnv,
  sandboxUrlOf,
  serviceEnv,
  usesSandbox,
  webUrlOf,
  type Surroundings,
} from './service-env.js';

export interface StackOptions {
  /** Data, secrets and logs; one system runs in it at a time. */
  stateDir: string;
  /** Default: those of `env`, else the usual ones. See `randomPorts`. */
  ports?: Ports;
  /** DATABASE_URL, REDIS_URL, STRIPE_SECRET_KEY … Default none, so that everything is our own. */
  env?: NodeJS.ProcessEnv;
  /** Further variables of a process, which win over ours. */
  extraEnv?: (name: ProcessName) => NodeJS.ProcessEnv;
  /** Arguments of Node before the file, for every process, such as `--import`. */
  nodeArgs?: readonly string[];
  /** Before a process that died is started again. By default it grows from 200 ms to 10 s. */
  restartDelayMs?: number;
  reporter?: Reporter;
  /** Stops a start that is under way. */
  signal?: AbortSignal;
}

export interface Stack {
  services: Record<RunnableService, ManagedProcess>;
  /** Absent when real providers are used. */
  sandbox?: ManagedProcess;
  /** Absent when it is not ours. */
  postgres?: ManagedServer;
  redis?: ManagedServer;
  ports: Ports;
  secrets: Secrets;
  urls: {
    web: string;
    /** The sandbox's page and API. */
    sandbox: string;
    /** The administrator's. */
    database: string;
    redis: string;
    health: Record<RunnableService, string>;
  };
  logsDir: string;
  /** Services first, then the sandbox, Redis and PostgreSQL. Never rejects; may be called twice. */
  stop: () => Promise<void>;
}

const builtFile = (folder: string): string =>
  fileURLToPath(new URL(`../../../${folder}/dist/main.js`, import.meta.url));

const healthUrl = (port: number): string => `http://127.0.0.1:${port}`;

function neededPorts(env: NodeJS.ProcessEnv): (keyof Ports)[] {
  const unneeded = new Set<keyof Ports>([
    ...(env.DATABASE_URL ? (['postgres'] as const) : []),
    ...(env.REDIS_URL ? (['redis'] as const) : []),
    ...(usesSandbox(env) ? [] : (['sandbox', 'smtp'] as const)),
  ]);
  return portNames.filter((name) => !unneeded.has(name));
}

/** What every part of one start shares. */
interface Launch {
  options: StackOptions;
  env: NodeJS.ProcessEnv;
  reporter: Reporter;
  stateDir: string;
  logsDir: string;
  ports: Ports;
  teardown: Teardown;
}

const logFileOf = ({ logsDir }: Launch, name: string): string => join(logsDir, `${name}.log`);

/** Takes the state folder, ends what a killed run left in it, and looks whether the ports are free. */
async function takeOver({ env, stateDir, logsDir, ports, teardown }: Launch): Promise<Secrets> {
  teardown.add(lockState(stateDir));
  mkdirSync(logsDir, { recursive: true });
  await stopOrphanedProcesses(stateDir);
  await stopOrphanedServers(stateDir);
  await assertPortsFree(ports, neededPorts(env));
  return loadSecrets(stateDir);
}

async function startServers(launch: Launch, secrets: Secrets) {
  const { env, reporter, stateDir, ports, teardown } = launch;
  const at = (name: 'postgres' | 'redis') => {
    return { stateDir, port: ports[name], logFile: logFileOf(launch, name), reporter, teardown };
  };
  const database = await startDatabase(at('postgres'), env.DATABASE_URL);
  const queue = await startQueue(at('redis'), env.REDIS_URL);
  await reporter.step(
    'Database',
    () => migrate(database.url, secrets.databasePasswords, logFileOf(launch, 'migrate')),
    () => 'Database is up to date',
  );
  return { database, queue };
}

interface Program {
  name: ProcessName;
  folder: string;
  env: Record<string, string>;
  /** See `ProcessSpec`. */
  rank: number;
  isReady: () => Promise<boolean>;
}

function prepare(launch: Launch, { name, folder, env, rank, isReady }: Program): ManagedProcess {
  const { options, reporter, stateDir } = launch;
  return new ManagedProcess({
    name,
    file: builtFile(folder),
    env: { ...env, ...options.extraEnv?.(name) },
    nodeArgs: ['--enable-source-maps', ...(options.nodeArgs ?? [])],
    logFile: logFileOf(launch, name),
    rank,
    isReady,
    restartDelayMs: options.restartDelayMs,
    note: reporter.note,
    spawned: (pid) => {
      recordRun(stateDir, name, pid);
    },
  });
}

async function startSandbox(launch: Launch, around: Surroundings): Promise<ManagedProcess | undefined> {
  if (!usesSandbox(around.given)) return undefined;
  const { stateDir, ports, reporter, teardown } = launch;
  const sandbox = prepare(launch, {
    name: 'sandbox',
    folder: 'tools/sandbox',
    env: sandboxEnv(around, join(stateDir, 'sandbox')),
    rank: 1,
    isReady: () => answers(sandboxUrlOf(ports), (status) => status < 500),
  });
  teardown.add(() => sandbox.stop());
  await reporter.step(
    'Sandbox',
    () => sandbox.start(),
    () => `Sandbox on port ${ports.sandbox}`,
  );
  return sandbox;
}

async function startServices(launch: Launch, around: Surroundings): Promise<Stack['services']> {
  const { ports, reporter, teardown } = launch;
  const services = Object.fromEntries(
    runnableServices.map((name) => {
      const isReady = () => answers(`${healthUrl(ports[name])}/health/ready`);
      const env = serviceEnv(name, around);
      return [name, prepare(launch, { name, folder: `services/${name}`, env, rank: 2, isReady })];
    }),
  ) as Stack['services'];
  const all = Object.values(services);
  teardown.add(() => Promise.all(all.map((service) => service.stop())));
  await reporter.step(
    'Services',
    () => Promise.all(all.map((service) => service.start())),
    () => `Services ready: ${runnableServices.join(', ')}`,
  );
  return services;
}

/** Starts the whole system. Whatever fails, and when it is stopped half-way, nothing of it is left running. */
export async function launchStack(options: StackOptions): Promise<Stack> {
  const { env = {}, reporter = silentReporter, signal } = options;
  const stateDir = resolve(options.stateDir);
  const logsDir = join(stateDir, 'logs');
  const ports = options.ports ?? portsFromEnv(env);
  const teardown = new Teardown();
  const stop = () => teardown.run();
  const launch: Launch = { options, env, reporter, stateDir, logsDir, ports, teardown };
  signal?.addEventListener('abort', () => void stop());
  try {
    const secrets = await takeOver(launch);
    signal?.throwIfAborted();
    const { database, queue } = await startServers(launch, secrets);
    signal?.throwIfAborted();
    const urls = { database: database.url, redis: queue.url };
    const around = { ports, secrets, given: env, adminDatabaseUrl: urls.database, redisUrl: urls.redis };
    const sandbox = await startSandbox(launch, around);
    signal?.throwIfAborted();
    const services = await startServices(launch, around);
    signal?.throwIfAborted();
    const health = Object.fromEntries(runnableServices.map((name) => [name, healthUrl(ports[name])]));
    return {
      services,
      ...(sandbox && { sandbox }),
      ...(database.server && { postgres: database.server }),
      ...(queue.server && { redis: queue.server }),
      ports,
      secrets,
      urls: {
        ...urls,
        web: webUrlOf(ports, env),
        sandbox: sandboxUrlOf(ports),
        health: health as Stack['urls']['health'],
      },
      logsDir,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
