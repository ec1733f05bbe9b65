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
import { recordRun, stopLeftOverProcesses } from './run-record.js';
import { loadSecrets, type Secrets } from './secrets.js';
import { startDatabase, startQueue, stopLeftOverServers } from './servers.js';
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

/** Starts the whole system. Whatever fails, nothing of it is left running. */
export async function launchStack(options: StackOptions): Promise<Stack> {
  const { env = {}, reporter = silentReporter, signal, nodeArgs = [] } = options;
  const stateDir = resolve(options.stateDir);
  const ports = options.ports ?? portsFromEnv(env);
  const logsDir = join(stateDir, 'logs');
  const logFile = (name: string): string => join(logsDir, `${name}.log`);

  // What was started, latest last; stopped in the opposite order.
  const stops: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      for (const undo of stops.reverse())
        await Promise.resolve()
          .then(undo)
          .catch(() => undefined);
    })();
    return stopping;
  };
  const started = <T extends { stop: () => Promise<void> }>(part: T): T => {
    stops.push(() => part.stop());
    return part;
  };

  try {
    stops.push(lockState(stateDir));
    mkdirSync(logsDir, { recursive: true });
    await stopLeftOverProcesses(stateDir);
    await stopLeftOverServers(stateDir);
    await assertPortsFree(ports, neededPorts(env));
    const secrets = loadSecrets(stateDir);
    signal?.throwIfAborted();

    const at = (name: 'postgres' | 'redis') => ({
      stateDir,
      port: ports[name],
      logFile: logFile(name),
      reporter,
    });
    const database = await startDatabase(at('postgres'), env.DATABASE_URL);
    if (database.server) started(database.server);
    signal?.throwIfAborted();
    const queue = await startQueue(at('redis'), env.REDIS_URL);
    if (queue.server) started(queue.server);
    signal?.throwIfAborted();
    await reporter.step(
      'Database',
      () => migrate(database.url, secrets.databasePasswords, logFile('migrate')),
      () => 'Database is up to date',
    );
    signal?.throwIfAborted();

    const around: Surroundings = {
      ports,
      secrets,
      given: env,
      adminDatabaseUrl: database.url,
      redisUrl: queue.url,
    };
    const prepare = (
      name: ProcessName,
      folder: string,
      own: NodeJS.ProcessEnv,
      readyUrl: string,
      rank: number,
    ) =>
      new ManagedProcess({
        name,
        file: builtFile(folder),
        env: { ...own, ...options.extraEnv?.(name) },
        nodeArgs: ['--enable-source-maps', ...nodeArgs],
        logFile: logFile(name),
        rank,
        isReady: () => answers(readyUrl, name === 'sandbox' ? (status) => status < 500 : undefined),
        restartDelayMs: options.restartDelayMs,
        note: reporter.note,
        spawned: (pid) => {
          recordRun(stateDir, name, pid);
        },
      });

    let sandbox: ManagedProcess | undefined;
    if (usesSandbox(env)) {
      const own = sandboxEnv(around, join(stateDir, 'sandbox'));
      const process = started(prepare('sandbox', 'tools/sandbox', own, sandboxUrlOf(ports), 1));
      await reporter.step(
        'Sandbox',
        () => process.start(),
        () => `Sandbox on port ${ports.sandbox}`,
      );
      sandbox = process;
      signal?.throwIfAborted();
    }

    const services = Object.fromEntries(
      runnableServices.map((name) => [
        name,
        prepare(
          name,
          `services/${name}`,
          serviceEnv(name, around),
          `${healthUrl(ports[name])}/health/ready`,
          2,
        ),
      ]),
    ) as Stack['services'];
    const all = Object.values(services);
    stops.push(() => Promise.all(all.map((service) => service.stop())));
    await reporter.step(
      'Services',
      () => Promise.all(all.map((service) => service.start())),
      () => `Services ready: ${runnableServices.join(', ')}`,
    );
    signal?.throwIfAborted();

    return {
      services,
      ...(sandbox && { sandbox }),
      ...(database.server && { postgres: database.server }),
      ...(queue.server && { redis: queue.server }),
      ports,
      secrets,
      urls: {
        web: webUrlOf(ports, env),
        sandbox: sandboxUrlOf(ports),
        database: database.url,
        redis: queue.url,
        health: Object.fromEntries(
          runnableServices.map((name) => [name, healthUrl(ports[name])]),
        ) as Stack['urls']['health'],
      },
      logsDir,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
