import { createServer } from 'node:net';

/**
 * Candidates for free ports. They lie below the ports that Linux (from 32768), macOS and Windows (from 49152) assign to
 * outgoing connections: one of those could take the port between the check and the server's start. And above 10,080, the
 * last port that `fetch` and browsers refuse to call.
 */
const FIRST_CANDIDATE = 10_100;
const CANDIDATES = 22_000;
/** Processes that look for ports at the same time start at different candidates. */
const CANDIDATES_PER_PROCESS = 100;

let nextOffset = (process.pid * CANDIDATES_PER_PROCESS) % CANDIDATES;

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => {
        resolve();
      });
    });
  });
}

/** Whether a server could listen on this port, both on the loopback interface and on all interfaces. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port, '127.0.0.1');
    await listenOnce(port, '0.0.0.0');
    return true;
  } catch {
    return false;
  }
}

/** Returns a port on which nothing listens. Consecutive calls return different ports. */
export async function getFreePort(): Promise<number> {
  for (let attempt = 0; attempt < CANDIDATES; attempt += 1) {
    const port = FIRST_CANDIDATE + nextOffset;
    nextOffset = (nextOffset + 1) % CANDIDATES;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST_CANDIDATE} to ${FIRST_CANDIDATE + CANDIDATES - 1} is free.`);
}
