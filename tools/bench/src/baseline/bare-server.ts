import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestSystem } from '../test-system.js';

const program = fileURLToPath(new URL('bare-endpoint.js', import.meta.url));

/** Starts the bare endpoint in its own process, as the gateway has one, with a database on the server of the system. */
export async function startBareServer({ stack, pool }: Pick<TestSystem, 'stack' | 'pool'>) {
  await pool.query('CREATE DATABASE desk_baseline');
  const url = new URL(stack.urls.database);
  url.pathname = '/desk_baseline';
  const child = fork(program, { env: { PATH: process.env.PATH, DATABASE_URL: url.href } });
  const exited = once(child, 'exit');
  const died = exited.then(() => {
    throw new Error('The bare endpoint ended.');
  });
  died.catch(() => undefined);
  const [port] = (await Promise.race([once(child, 'message'), died])) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    close: async (): Promise<void> => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
