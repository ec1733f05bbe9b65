import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRedis, type RedisProgram } from './find-redis.js';
import { getFreePort } from './ports.js';
import { createPrivateFolder, PRIVATE_FILE } from './private-files.js';
import { respondsWith } from './probe.js';
import { readCommandLine, readLastLines, readRunningPid, spawnDetached, stopProcess } from './processes.js';
import type { RunningServer } from './running-server.js';
import { stopProcessOnExit } from './watchdog.js';

/** Loading a large append-only file takes its time. */
const START_TIMEOUT_MS = 120_000;
const START_POLL_MS = 20;
const STOP_GRACE_MS = 10_000;

interface RedisOptions {
  /** Created if missing. Keeps its data. */
  dataDir: string;
  port?: number;
  logFile?: string;
  program?: RedisProgram;
}

/** Redis answers PONG only after it has loaded its data. */
const isReady = (port: number): Promise<boolean> =>
  respondsWith({ host: '127.0.0.1', port }, 'PING\r\n', '+PONG');

async function waitUntilReady(port: number, hasEnded: () => boolean, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isReady(port))) {
    if (hasEnded() || Date.now() > deadline)
      throw new Error(`Redis did not start.\n${readLastLines(logFile)}`);
    await pause(START_POLL_MS);
  }
}

const pidFileOf = (folder: string): string => join(folder, 'redis.pid');

/** Stops the server that a killed run left on this folder. */
export async function stopOrphanedRedis(dataDir: string): Promise<void> {
  const pidFile = pidFileOf(resolve(dataDir));
  const pid = readRunningPid(pidFile);
  if (pid !== undefined && /redis|valkey|docker/.test(readCommandLine(pid))) {
    await stopProcess(pid, 'SIGTERM', STOP_GRACE_MS);
  }
  rmSync(pidFile, { force: true });
}

/** BullMQ needs `noeviction`: an evicted key is a lost job. */
const SETTINGS = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];

function buildCommand(program: RedisProgram, folder: string, port: number): string[] {
  if (program.kind === 'program') {
    const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--daemonize', 'no'];
    return [program.path, ...address, ...SETTINGS];
  }
  const name = `desk-redis-${port}`;
  spawnSync('docker', ['rm', '--force', name], { stdio: 'ignore' });
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.() ?? 0}`] : [];
  const container = ['--rm', '--name', name, ...user, '--volume', `${folder}:/data`];
  const publish = ['--publish', `127.0.0.1:${port}:6379`];
  // Protected mode rejects connections through the published port, because they do not look local.
  const server = ['redis-server', '--protected-mode', 'no', ...SETTINGS];
  return ['docker', 'run', ...container, ...publish, 'redis:8', ...server];
}

/** Starts Redis on the loopback interface. */
export async function startRedis(options: RedisOptions): Promise<RunningServer> {
  const program = options.program ?? (await findRedis());
  const folder = resolve(options.dataDir);
  // Redis itself creates its files readable by all.
  createPrivateFolder(folder);
  const pidFile = pidFileOf(folder);
  await stopOrphanedRedis(folder);

  const port = options.port ?? (await getFreePort());
  const logFile = options.logFile ?? join(folder, 'redis.log');
  const [file = '', ...args] = buildCommand(program, folder, port);
  const { pid, exited, hasEnded } = spawnDetached(file, args, { cwd: folder, logFile });
  writeFileSync(pidFile, String(pid), PRIVATE_FILE);
  const unwatch = stopProcessOnExit(pid, 'SIGTERM');
  void exited.then(unwatch);

  const stop = async (): Promise<void> => {
    if (!hasEnded()) await stopProcess(pid, 'SIGTERM', STOP_GRACE_MS);
    unwatch();
    rmSync(pidFile, { force: true });
  };
  try {
    await waitUntilReady(port, hasEnded, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `redis://127.0.0.1:${port}`, port, pid, exited, stop };
}
