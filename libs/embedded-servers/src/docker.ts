import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Address, respondsWith } from './probe.js';

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
export const hasDockerCommand = (): boolean =>
  spawnSync('docker', ['version'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
