import { join } from 'node:path';
import { createPrivateFolder } from '@desk/embedded-servers';
import { ManagedProcess } from './managed-process.js';
import type { CopyPorts, Ports } from './ports.js';
import { recordProcess } from './process-records.js';
import { getProgram, runnableServices, type ProcessName, type RunnableService } from './programs.js';
import type { Reporter } from './reporter.js';
import {
  buildSandboxEnv,
  buildServiceEnv,
  getSandboxUrl,
  getWebUrl,
  type SystemSettings,
} from './service-env.js';
import type { Shutdown } from './shutdown.js';

export interface ProcessOptions {
  /**
   * Returns more variables for a process. They override the launcher's, which are passed as `env`.
   * @param copy counts the copies of a service from 0
   */
  extraEnv?: (name: ProcessName, env: Readonly<Record<string, string>>, copy: number) => NodeJS.ProcessEnv;
  /** Runs one more copy of every service on each of these sets of ports. The first copies use the system's own. */
  moreCopies?: readonly CopyPorts[];
  /** Root of the checkout whose services and migrations are run. By default this one. */
  servicesRoot?: string;
  /** Node arguments for every process, such as `--import`. */
  nodeArgs?: readonly string[];
  /** More settings of the embedded PostgreSQL. */
  postgresSettings?: Record<string, string>;
  /** Pause before a crashed process is restarted. By default it grows from 200 ms to 10 s. */
  restartDelayMs?: number;
}

export interface Launch {
  options: ProcessOptions;
  env: NodeJS.ProcessEnv;
  reporter: Reporter;
  stateDir: string;
  ports: Ports;
  shutdown: Shutdown;
}

/** The sandbox outlives the services, which use it until they have stopped. */
const STOP_PRIORITY = { sandbox: 1, service: 2 };

export const getLogsDir = (stateDir: string): string => join(stateDir, 'logs');
export const getLogFile = ({ stateDir }: Launch, name: string): string =>
  join(getLogsDir(stateDir), `${name}.log`);

interface Program {
  name: ProcessName;
  /** Counts the copies of a service from 0. */
  copy: number;
  file: string;
  env: Record<string, string>;
  stopPriority: number;
  isReady: () => Promise<boolean>;
}

function createProcess(
  launch: Launch,
  { name, copy, file, env, stopPriority, isReady }: Program,
): ManagedProcess {
  const { options, reporter, stateDir } = launch;
  const processName = copy === 0 ? name : `${name}-${copy + 1}`;
  return new ManagedProcess({
    name: processName,
    file,
    env: { ...env, ...options.extraEnv?.(name, env, copy) },
    nodeArgs: ['--enable-source-maps', ...(options.nodeArgs ?? [])],
    logFile: getLogFile(launch, processName),
    stopPriority,
    isReady,
    restartDelayMs: options.restartDelayMs,
    onProblem: reporter.print,
    onSpawn: (pid) => {
      recordProcess(stateDir, processName, pid);
    },
  });
}

/** Starts the sandbox, unless the providers are real. */
export async function startSandbox(
  launch: Launch,
  settings: SystemSettings,
): Promise<ManagedProcess | undefined> {
  if (!settings.mode.usesSandbox) return undefined;
  const { ports, reporter, shutdown } = launch;
  const sandboxDir = join(launch.stateDir, 'sandbox');
  createPrivateFolder(sandboxDir);
  const sandbox = createProcess(launch, {
    name: 'sandbox',
    copy: 0,
    file: getProgram('tools/sandbox'),
    env: buildSandboxEnv(settings, sandboxDir),
    stopPriority: STOP_PRIORITY.sandbox,
    isReady: () => responds(getSandboxUrl(ports), (status) => status < 500),
  });
  shutdown.addStep(() => sandbox.stop());
  await reporter.step(
    'Sandbox',
    () => sandbox.start(),
    () => `Sandbox on port ${ports.sandbox}`,
  );
  return sandbox;
}

/** The copies of each service, at least one. */
type ServiceCopies = Record<RunnableService, readonly ManagedProcess[]>;

export async function startServices(launch: Launch, settings: SystemSettings): Promise<ServiceCopies> {
  const { options, reporter, shutdown } = launch;
  const portsOfCopies = [
    settings.ports,
    ...(options.moreCopies ?? []).map((own) => ({ ...settings.ports, ...own })),
  ];
  // All copies are reached at one address.
  const env = { ...settings.env, PUBLIC_URL: getWebUrl(settings.ports, settings.env) };
  const createCopies = (name: RunnableService): ManagedProcess[] =>
    portsOfCopies.map((ports, copy) =>
      createProcess(launch, {
        name,
        copy,
        file: getProgram(`services/${name}`, options.servicesRoot),
        env: buildServiceEnv(name, { ...settings, env, ports }),
        stopPriority: STOP_PRIORITY.service,
        isReady: () => responds(`http://127.0.0.1:${ports[name]}/health/ready`),
      }),
    );
  const services = Object.fromEntries(
    runnableServices.map((name) => [name, createCopies(name)]),
  ) as unknown as ServiceCopies;
  const processes = Object.values(services).flat();
  shutdown.addStep(() => Promise.all(processes.map((service) => service.stop())));
  await reporter.step(
    'Services',
    () => Promise.all(processes.map((service) => service.start())),
    () => `Services ready: ${runnableServices.join(', ')}`,
  );
  return services;
}

const TIMEOUT_MS = 2_000;

/** Whether a GET request to this URL gets an expected status in time. */
async function responds(
  url: string,
  isExpected: (status: number) => boolean = (status) => status === 200,
): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return isExpected(response.status);
  } catch {
    return false;
  }
}
