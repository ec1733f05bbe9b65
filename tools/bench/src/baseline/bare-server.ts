import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestSystem } from '../test-system.js';

const program = fileURLToPath(new URL('bare-endpoint.js', import.meta.url));

/** Starts the bare endpoint in its own process, as the gateway has one. It has a table in the database of the system. */
export async function startBareServer({ urls }: TestSystem['stack']) {
  const child = fork(program, { env: { PATH: process.env.PATH, DATABASE_URL: urls.database } });
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
