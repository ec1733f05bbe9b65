import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { findRedis, getFreePort } from '@desk/embedded-servers';
import {
  type Certificate,
  createCertificate,
  createTestRedis,
  eventually,
  trustCertificate,
} from '@desk/testing';
import { RedisLink, Transport } from '@desk/bullmq-transport';
import { messageKeysOf } from '@desk/testing';

const folder = mkdtempSync(join(tmpdir(), 'desk-redis-tls-'));
let certificate: Certificate;
let server: ChildProcess | undefined;
let port = 0;
let distrust: () => void = () => undefined;

// Tests with TLS start the program themselves, so Redis in Docker is not enough. Packaged builds support TLS.
const program = await findRedis();
const itWithTls = program.kind === 'program' ? it : it.skip;

beforeAll(async () => {
  if (program.kind !== 'program') return;
  certificate = await createCertificate();
  const [certFile, keyFile] = [join(folder, 'redis.crt'), join(folder, 'redis.key')];
  writeFileSync(certFile, certificate.cert);
  writeFileSync(keyFile, certificate.key);
  port = await getFreePort();
  const options = ['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile];
  server = spawn(program.path, [...options, ...files, '--tls-auth-clients', 'no', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  server.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  await eventually(() => output.includes('Ready to accept connections'));
});
afterEach(() => distrust());
afterAll(async () => {
  if (server) {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

itWithTls('encrypts every connection when TLS is required', async () => {
  distrust = trustCertificate(certificate);
  const transport = await Transport.connect({
    name: 'gateway',
    messageKeys: messageKeysOf('gateway'),
    url: `redis://127.0.0.1:${port}`,
    tls: 'required',
  });
  const received: string[] = [];
  await transport.broadcast.subscribe('topic', (id) => received.push(id));
  expect(await transport.broadcast.send('topic', 'one')).toBe(1);
  expect(await transport.redis.openForWorker().ping()).toBe('PONG');
  await eventually(() => received.length === 1);
  await transport.close();
});

itWithTls(
  'refuses a certificate that it does not trust',
  async () => {
    const url = `redis://127.0.0.1:${port}`;
    await expect(RedisLink.connect({ url, tls: 'required' })).rejects.toThrow('Redis does not answer');
  },
  30_000,
);

it('refuses a server without TLS when it is required', async () => {
  const { url } = createTestRedis();
  await expect(RedisLink.connect({ url, tls: 'required' })).rejects.toThrow('Redis does not answer');
});
