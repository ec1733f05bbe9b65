import { createServer } from 'node:net';

/** Listens on the port for a moment and returns its number. Port 0 picks any free one. */
function tryListening(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  });
}

/** Returns a port of the loopback interface on which nothing listens at the moment. */
export const getFreePort = (): Promise<number> => tryListening(0, '127.0.0.1');

/** Whether a server could listen on this port, both on the loopback interface and on all interfaces. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await tryListening(port, '127.0.0.1');
    await tryListening(port, '0.0.0.0');
    return true;
  } catch {
    return false;
  }
}
