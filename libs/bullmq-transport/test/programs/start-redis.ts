import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis, getFreePort } from '@desk/embedded-servers';

export interface RedisProcess {
  readonly port: number;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

/** Starts Redis with settings of its own, such as a cluster node or a sentinel. `configure` writes its configuration file. */
export async function startRedisProgram(
  args: readonly string[],
  configure?: (folder: string, port: number) => string,
): Promise<RedisProcess> {
  const program = await findRedis({ mayInstall: false });
  if (program.kind !== 'program') throw new Error('needs a Redis program');
  const folder = mkdtempSync(join(tmpdir(), 'desk-redis-'));
  const port = await getFreePort();
  const file = configure?.(folder, port);
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const child = spawn(program.path, [...(file === undefined ? settings : [file]), ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (/Ready to accept connections|Sentinel ID is/.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`Redis ended:\n${output}`)));
  });
  return {
    port,
    child,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
