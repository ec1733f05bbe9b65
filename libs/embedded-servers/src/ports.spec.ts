import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { getFreePort, isPortFree } from './ports.js';

const openServers: Server[] = [];

function listen(port: number, host: string): Promise<void> {
  const server = createServer();
  openServers.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
}

afterEach(async () => {
  await Promise.all(openServers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

describe('getFreePort', () => {
  it('returns different ports that may be called, and are never assigned to outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, getFreePort));
    expect(new Set(ports).size).toBe(20);
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(10_100);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it('skips a port on which a server listens', async () => {
    let port = await getFreePort();
    while (!(await isPortFree(port + 1))) port = await getFreePort();
    await listen(port + 1, '127.0.0.1');
    expect(await getFreePort()).not.toBe(port + 1);
  });
});

describe('isPortFree', () => {
  it.each(['127.0.0.1', '0.0.0.0'])('is false while a server listens on %s', async (host) => {
    const port = await getFreePort();
    expect(await isPortFree(port)).toBe(true);
    await listen(port, host);
    expect(await isPortFree(port)).toBe(false);
  });
});
