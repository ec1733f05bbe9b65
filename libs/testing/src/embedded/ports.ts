import { createServer } from 'node:net';

function listen(port: number, host: string): Promise<number> {
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

/** A port of the loopback interface that nobody listens on at this moment. */
export const freePort = (): Promise<number> => listen(0, '127.0.0.1');

/** Whether a server could listen on this port, on the loopback interface and on all of them. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listen(port, '127.0.0.1');
    await listen(port, '0.0.0.0');
    return true;
  } catch {
    return false;
  }
}
