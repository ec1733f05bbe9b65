import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertQueueEmpty } from './restore-target.js';

/** The first byte of a TLS handshake, and of a Redis command. */
const [HANDSHAKE, COMMAND] = [0x16, 0x2a];

describe('assertQueueEmpty', () => {
  let server: Server;
  let firstByte: number | undefined;

  beforeEach(async () => {
    firstByte = undefined;
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        firstByte = data[0];
        socket.destroy();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  const check = (protocol: string, env: NodeJS.ProcessEnv): Promise<void> =>
    assertQueueEmpty(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`, env);

  it.each([
    ['redis', { REDIS_TLS: 'required' }, HANDSHAKE],
    ['rediss', {}, HANDSHAKE],
    ['redis', { REDIS_TLS: 'off' }, COMMAND],
  ])('connects to %s:// with %o as the services do', async (protocol, env, expected) => {
    await expect(check(protocol, env)).rejects.toThrow('Redis at REDIS_URL does not answer.');
    expect(firstByte).toBe(expected);
  });

  it('rejects any other value of REDIS_TLS', async () => {
    await expect(check('redis', { REDIS_TLS: 'no' })).rejects.toThrow('REDIS_TLS must be');
  });
});
