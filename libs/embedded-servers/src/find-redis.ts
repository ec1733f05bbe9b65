import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installRedis } from './install-redis.js';
import { type Address, respondsWith } from './probe.js';

/** How this machine can run Redis. */
export type RedisProgram = { kind: 'program'; path: string } | { kind: 'docker' };

const INSTALL_FOLDERS = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** BullMQ needs Redis 6.2. Every Valkey is new enough: it began at 7.2. */
function isNewEnough(path: string): boolean {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 5_000 });
  const [, major, minor] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
  return major !== undefined && Number(major) * 100 + Number(minor) >= 602;
}

function findProgram(folders: readonly string[]): string | undefined {
  return folders
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((file) => isExecutable(file) && isNewEnough(file));
}

function daemonAddresses(): Address[] {
  const host = process.env.DOCKER_HOST;
  if (host?.startsWith('unix://')) return [{ path: host.slice('unix://'.length) }];
  if (host) {
    const { hostname, port } = new URL(host.replace(/^tcp:/, 'http:'));
    return [{ host: hostname, port: Number(port || 2375) }];
  }
  return ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')]
    .filter((path) => existsSync(path))
    .map((path) => ({ path }));
}

/** Whether a Docker daemon responds within a second. */
export async function isDockerRunning(): Promise<boolean> {
  for (const address of daemonAddresses()) {
    if (await respondsWith(address, 'GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n', 'HTTP/1.')) return true;
  }
  return false;
}

/** Whether the `docker` command works too: our own containers are started with it. */
const hasDockerCommand = (): boolean =>
  spawnSync('docker', ['version'], { stdio: 'ignore', timeout: 5_000 }).status === 0;

interface FindRedisOptions {
  /** Called before a step that may take seconds. */
  onProgress?: (message: string) => void;
  /** Whether the system's package manager may be used. `DESK_NO_INSTALL=1` forbids it too. */
  mayInstall?: boolean;
}

/**
 * Finds a server on the PATH, else Docker, else installs one with the system's package manager.
 * @throws if none of these works
 */
export async function findRedis(options: FindRedisOptions = {}): Promise<RedisProgram> {
  const pathFolders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = findProgram(pathFolders);
  if (found !== undefined) return { kind: 'program', path: found };
  if ((await isDockerRunning()) && hasDockerCommand()) return { kind: 'docker' };
  const mayInstall = (options.mayInstall ?? true) && process.env.DESK_NO_INSTALL !== '1';
  const outcome = mayInstall ? installRedis(options.onProgress) : 'installing is switched off';
  const installed = outcome === 'installed' ? findProgram([...pathFolders, ...INSTALL_FOLDERS]) : undefined;
  if (installed !== undefined) return { kind: 'program', path: installed };
  const problem = outcome === 'installed' ? 'the installed server is too old' : outcome;
  throw new Error(
    'Redis 6.2 or newer was not found: no REDIS_URL, no redis-server or valkey-server on the PATH, ' +
      `no Docker, and ${problem}. Install redis-server, or set REDIS_URL=redis://host:6379.`,
  );
}
