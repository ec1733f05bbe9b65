import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { answersWith } from './ask.js';
import { findRedis, type FindRedisOptions, type RedisProgram } from './find-redis.js';
import { guardProcess } from './guard.js';
import { freePort } from './ports.js';
import type { RunningServer } from './postgres.js';
import { commandLineOf, lastLines, runningPid, spawnDetached, stopProcess } from './processes.js';

export interface RedisOptions extends FindRedisOptions {
  /** Created when missing; its data is kept. */
  dataDir: string;
  port?: number;
  logFile?: string;
  /** BullMQ needs this: evicted keys are lost jobs. Default true. */
  noeviction?: boolean;
  /** Append-only file. Default true. */
  aof?: boolean;
  program?: RedisProgram;
}

/** PONG, which is not the answer while old data is being loaded. */
const answersPing = (port: number): Promise<boolean> =>
  answersWith({ host: '127.0.0.1', port }, 'PING\r\n', '+PONG');

async function waitUntilReady(port: number, exited: () => boolean, logFile: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await answersPing(port))) {
    if (exited() || Date.now() > deadline) throw new Error(`Redis did not start.\n${lastLines(logFile)}`);
    await pause(20);
  }
}

const pidFileOf = (folder: string): string => join(folder, 'redis.pid');

/** Stops the server that a killed run left on this folder. */
export async function stopLeftOverRedis(dataDir: string): Promise<void> {
  const pidFile = pidFileOf(resolve(dataDir));
  const pid = runningPid(pidFile);
  if (pid !== undefined && /redis|valkey|docker/.test(commandLineOf(pid))) {
    await stopProcess(pid, 'SIGTERM', 10_000);
  }
  rmSync(pidFile, { force: true });
}

function settingsOf(options: RedisOptions): string[] {
  return [
    ['--appendonly', (options.aof ?? true) ? 'yes' : 'no'],
    ['--maxmemory-policy', (options.noeviction ?? true) ? 'noeviction' : 'allkeys-lru'],
    ['--save', ''],
  ].flat();
}

function commandOf(program: RedisProgram, folder: string, port: number, options: RedisOptions): string[] {
  if (program.kind === 'program') {
    const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--daemonize', 'no'];
    return [program.path, ...address, ...settingsOf(options)];
  }
  const name = `desk-redis-${port}`;
  spawnSync('docker', ['rm', '--force', name], { stdio: 'ignore' });
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid?.() ?? 0}`] : [];
  const container = ['--rm', '--name', name, ...user, '--volume', `${folder}:/data`];
  const publish = ['--publish', `127.0.0.1:${port}:6379`];
  // What comes through the published port does not look local to the server.
  const server = ['redis-server', '--protected-mode', 'no', ...settingsOf(options)];
  return ['docker', 'run', ...container, ...publish, 'redis:8', ...server];
}

/** Runs a Redis of our own on the loopback interface. */
export async function startRedis(options: RedisOptions): Promise<RunningServer> {
  const program = options.program ?? (await findRedis(options));
  const folder = resolve(options.dataDir);
  mkdirSync(folder, { recursive: true });
  const pidFile = pidFileOf(folder);
  await stopLeftOverRedis(folder);

  const port = options.port ?? (await freePort());
  const logFile = options.logFile ?? join(folder, 'redis.log');
  const [file = '', ...args] = commandOf(program, folder, port, options);
  const { pid, exited, hasEnded } = spawnDetached(file, args, { cwd: folder, logFile });
  writeFileSync(pidFile, String(pid));
  const release = guardProcess(pid, 'SIGTERM');
  void exited.then(release);

  const stop = async (): Promise<void> => {
    if (!hasEnded()) await stopProcess(pid, 'SIGTERM', 10_000);
    release();
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
