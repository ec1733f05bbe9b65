import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { dockerAnswers, hasDockerCommand } from './docker.js';
import { installRedis } from './install-redis.js';

/** How a Redis can be run on this machine. */
export type RedisProgram = { kind: 'program'; path: string } | { kind: 'docker' };

const usualFolders = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// BullMQ needs 6.2; Valkey began at 7.2.
function isNewEnough(path: string): boolean {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 5_000 });
  const [, major, minor] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
  return major !== undefined && Number(major) * 100 + Number(minor) >= 602;
}

function findProgram(folders: readonly string[]): string | undefined {
  return folders
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => join(folder, name)))
    .find((file) => isRunnable(file) && isNewEnough(file));
}

export interface FindRedisOptions {
  /** Told what is being done when it may take long. */
  onProgress?: (what: string) => void;
  /** Whether the system's package manager may be asked. `DESK_NO_INSTALL=1` forbids it. */
  mayInstall?: boolean;
}

/** A server on the path, else Docker, else one from the system's package manager where that is permitted. */
export async function findRedis(options: FindRedisOptions = {}): Promise<RedisProgram> {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = findProgram(onPath);
  if (found !== undefined) return { kind: 'program', path: found };
  if ((await dockerAnswers()) && hasDockerCommand()) return { kind: 'docker' };
  const mayInstall = (options.mayInstall ?? true) && process.env.DESK_NO_INSTALL !== '1';
  const outcome = mayInstall ? installRedis(options.onProgress) : 'installing is switched off';
  const installed = outcome === 'installed' ? findProgram([...onPath, ...usualFolders]) : undefined;
  if (installed !== undefined) return { kind: 'program', path: installed };
  throw new Error(
    'Redis 6.2 or newer is needed and was not found: no REDIS_URL, no redis-server or valkey-server on the path, ' +
      `no Docker, and ${outcome === 'installed' ? 'what was installed is none that serves' : outcome}. ` +
      'Install redis-server, or set REDIS_URL=redis://host:6379.',
  );
}
