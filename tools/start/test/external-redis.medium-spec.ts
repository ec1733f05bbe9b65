import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createCertificate, createTestRedis, trustCertificate } from '@desk/testing';
import { findFreePorts } from '../src/ports.js';
import { silentReporter } from '../src/reporter.js';
import { startQueue } from '../src/servers.js';
import { Shutdown } from '../src/shutdown.js';

let server: Server;
let distrust: () => void;

/** Decrypts connections to the Redis of the tests. */
beforeAll(async () => {
  const certificate = await createCertificate();
  distrust = trustCertificate(certificate);
  const { hostname, port } = new URL(createTestRedis().url);
  server = createServer(certificate, (client) => {
    const redis = connect(Number(port), hostname);
    for (const socket of [client, redis]) socket.on('error', () => undefined);
    client.pipe(redis).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  distrust();
  server.close();
});

it('connects to the Redis of REDIS_URL as encrypted as the services do', async () => {
  const launch = {
    options: {},
    env: {},
    reporter: silentReporter,
    stateDir: '',
    ports: await findFreePorts(),
    shutdown: new Shutdown(),
  };
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { NODE_ENV: 'production', REDIS_URL: url, REDIS_TLS: 'required' };
  expect(await startQueue(launch, env)).toEqual({ url });
});
