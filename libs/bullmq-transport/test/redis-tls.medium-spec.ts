import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import {
  type Certificate,
  createCertificate,
  createTestRedis,
  eventually,
  messageKeysOf,
  trustCertificate,
} from '@desk/testing';
import { RedisLink, Transport } from '@desk/bullmq-transport';
import { type RedisProcess, startRedisProgram } from './programs/start-redis.js';

let certificate: Certificate;
let server: RedisProcess;
let distrust: () => void = () => undefined;

beforeAll(async () => {
  certificate = await createCertificate();
  server = await startRedisProgram([], (folder, port) => {
    const [certFile, keyFile] = [join(folder, 'redis.crt'), join(folder, 'redis.key')];
    writeFileSync(certFile, certificate.cert);
    writeFileSync(keyFile, certificate.key);
    const address = ['port 0', `tls-port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, 'save ""'];
    const files = [`tls-cert-file ${certFile}`, `tls-key-file ${keyFile}`, `tls-ca-cert-file ${certFile}`];
    const file = join(folder, 'redis.conf');
    writeFileSync(file, [...address, ...files, 'tls-auth-clients no'].join('\n'));
    return file;
  });
});
afterEach(() => {
  distrust();
  jest.restoreAllMocks();
});
afterAll(() => server.stop());

it('encrypts every connection when TLS is required', async () => {
  distrust = trustCertificate(certificate);
  const transport = await Transport.connect({
    name: 'gateway',
    messageKeys: messageKeysOf('gateway'),
    url: `redis://127.0.0.1:${server.port}`,
    tls: 'required',
  });
  const received: string[] = [];
  await transport.broadcast.subscribe('topic', (id) => received.push(id));
  expect(await transport.broadcast.send('topic', 'one')).toBe(1);
  expect(await transport.redis.openForWorker().ping()).toBe('PONG');
  await eventually(() => received.length === 1);
  await transport.close();
});

it.each([
  ['with a certificate that it does not trust', () => `redis://127.0.0.1:${server.port}`],
  ['without TLS', () => createTestRedis().url],
])('refuses a server %s when TLS is required', async (_what, getUrl) => {
  const startupTimeout = AbortSignal.timeout(3_000);
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(startupTimeout);
  await expect(RedisLink.connect({ url: getUrl(), tls: 'required' })).rejects.toThrow(
    'Redis does not answer',
  );
});
