import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { applyTextMessageReport, setService } from '@desk/contracts';
import { getFreePort } from '@desk/embedded-servers';
import { eventually } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import { Redis } from 'ioredis';
import { connect, publishEvent, recorded, serve, type Serving } from './harness.js';
import { type RedisProcess, startRedisProgram } from './programs/start-redis.js';

const { request, response } = recorded(setService);
const report = recorded(applyTextMessageReport).payload;
const processes: RedisProcess[] = [];
const services: Serving[] = [];
const transports: Transport[] = [];

afterEach(async () => {
  await Promise.all(services.splice(0).map(({ app }) => app.close()));
  await Promise.all(transports.splice(0).map((transport) => transport.close()));
  await Promise.all(processes.splice(0).map(({ stop }) => stop()));
});

const start = async (...args: Parameters<typeof startRedisProgram>): Promise<RedisProcess> => {
  const started = await startRedisProgram(...args);
  processes.push(started);
  return started;
};
const execute = async ({ port }: RedisProcess, ...command: [string, ...string[]]): Promise<unknown> => {
  const redis = new Redis(port, '127.0.0.1');
  try {
    return await redis.call(...command);
  } finally {
    redis.disconnect();
  }
};
async function connectAndServe(url: string) {
  const transport = await connect({ url });
  transports.push(transport);
  const handled: string[] = [];
  const router = await serve(transport, 'lead-router');
  const notifier = await serve(transport, 'notifier', {
    handlers: { [applyTextMessageReport.name]: (_payload, { id }) => void handled.push(id) },
  });
  services.push(router, notifier);
  return { transport, handled };
}
const expectToWork = async (transport: Transport, handled: string[], key: string): Promise<void> => {
  await eventually(() => transport.client.send({ ...setService, timeoutMs: 5_000 }, request), {
    timeoutMs: 110_000,
  });
  await eventually(() => publishEvent(transport, 'notifier', applyTextMessageReport, report, key));
  await eventually(() => handled.includes(`${applyTextMessageReport.name}~${key}`));
};

/** A primary with a replica, watched by a sentinel. */
async function startWithSentinel() {
  const primary = await start([]);
  const replica = await start(['--replicaof', `127.0.0.1 ${primary.port}`]);
  await eventually(async () =>
    String(await execute(replica, 'INFO', 'replication')).includes('master_link_status:up'),
  );
  const sentinel = await start(['--sentinel'], (folder, port) => {
    const file = join(folder, 'sentinel.conf');
    const lines = [
      `port ${port}`,
      `dir ${folder}`,
      `sentinel monitor desk 127.0.0.1 ${primary.port} 1`,
      'sentinel down-after-milliseconds desk 1000',
      'sentinel failover-timeout desk 5000',
    ];
    writeFileSync(file, lines.join('\n'));
    return file;
  });
  await eventually(async () =>
    String(await execute(sentinel, 'SENTINEL', 'replicas', 'desk')).includes(String(replica.port)),
  );
  return { primary, replica, url: `redis-sentinel://127.0.0.1:${sentinel.port}/desk` };
}

it('works with a cluster, in which a command may only use keys of one slot', async () => {
  const busPort = String(await getFreePort());
  const node = await start([
    ...['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
    // By default 10,000 above its own, which may be taken.
    ...['--cluster-port', busPort],
  ]);
  await execute(node, 'CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
  await eventually(async () => String(await execute(node, 'CLUSTER', 'INFO')).includes('cluster_state:ok'));
  const { transport, handled } = await connectAndServe(`redis-cluster://127.0.0.1:${node.port}`);
  await expect(transport.client.send(setService, request)).resolves.toEqual(response);
  await expectToWork(transport, handled, 'in-cluster');
  expect(await transport.publisher.waitingMs('notifier.events')).toBe(0);
});

it('follows the sentinels to the next primary', async () => {
  const { primary, replica, url } = await startWithSentinel();
  const { transport, handled } = await connectAndServe(url);
  await expectToWork(transport, handled, 'before');
  primary.child.kill('SIGKILL');
  await expectToWork(transport, handled, 'after');
  expect(await execute(replica, 'ROLE')).toEqual(expect.arrayContaining(['master']));
});

it('opens a connection again that ended while it asked the sentinels for the primary', async () => {
  const { url } = await startWithSentinel();
  const { commands } = (await connectAndServe(url)).transport.redis;
  const ended = new Promise((resolve) => commands.once('end', resolve));
  commands.once('connecting', () => commands.disconnect(true));
  commands.disconnect(true);
  await ended;
  await eventually(() => commands.set('key', 'value'));
});

it('leaves a primary that became a replica without closing its connections', async () => {
  const demoted = await start([]);
  const next = await start([]);
  const { transport } = await connectAndServe(`redis://127.0.0.1:${demoted.port}`);
  const { commands } = transport.redis;
  let reconnected = 0;
  commands.on('ready', () => (reconnected += 1));
  await execute(demoted, 'REPLICAOF', '127.0.0.1', String(next.port));
  await commands.set('key', 'value').catch(() => undefined);
  await eventually(() => reconnected > 0);
});
