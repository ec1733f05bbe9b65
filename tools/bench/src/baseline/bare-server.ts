import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BareServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the bare endpoint in its own process, as the gateway has one. */
export async function startBareServer(databaseUrl: string): Promise<BareServer> {
  const file = fileURLToPath(new URL('bare-endpoint.js', import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const died = once(child, 'exit').then(() => {
    throw new Error('The bare endpoint did not start.');
  });
  const [chunk] = (await Promise.race([once(child.stdout, 'data'), died])) as [Buffer];
  died.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${chunk.toString().trim()}`,
    close: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
