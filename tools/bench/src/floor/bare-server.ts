import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bare-endpoint.js', import.meta.url));

export interface BareServer {
  readonly url: string;
  close(): Promise<void>;
}

/** The bare endpoint, in a process of its own as the gateway is. */
export async function startBareServer(databaseUrl: string): Promise<BareServer> {
  const child = spawn(process.execPath, [program], {
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
