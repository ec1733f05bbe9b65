import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { applyTextMessageReport, setService } from '@desk/contracts';
import { createTestRedis, eventually, startTcpProxy, type TcpProxy, type TestRedis } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import { connect, publishEvent, recorded, serve } from './harness.js';

const { request, response } = recorded(setService);
const report = recorded(applyTextMessageReport).payload;

/** The connection is lost without a sign: nothing arrives any more, and nothing is closed. */
describe('when the connection to Redis is lost in silence', () => {
  let redis: TestRedis;
  let proxy: TcpProxy;
  let outside: Transport;
  let transport: Transport;

  beforeEach(async () => {
    redis = createTestRedis();
    const { port } = new URL(redis.url);
    proxy = await startTcpProxy(Number(port));
    outside = await connect(redis);
    transport = await connect({ ...redis, url: `redis://127.0.0.1:${proxy.port}` });
  });
  afterEach(async () => {
    await transport.close();
    await outside.close();
    await proxy.close();
  });

  it('callers reach their service again over new connections, and responses arrive', async () => {
    const router = await serve(outside, 'lead-router');
    await expect(transport.client.send(setService, request)).resolves.toEqual(response);
    proxy.silence();
    proxy.restore();
    await eventually(() => transport.client.send({ ...setService, timeoutMs: 1_000 }, request));
    await router.app.close();
  });

  it('workers take jobs again over new connections', async () => {
    let runs = 0;
    const notifier = await serve(transport, 'notifier', {
      handlers: { [applyTextMessageReport.name]: () => void (runs += 1) },
    });
    await publishEvent(outside, 'notifier', applyTextMessageReport, report, 'before');
    await eventually(() => runs === 1);
    proxy.silence();
    proxy.restore();
    await publishEvent(outside, 'notifier', applyTextMessageReport, report, 'after');
    await eventually(() => runs >= 2);
    await notifier.app.close();
  });

  it('is not ready until Redis answers', async () => {
    proxy.silence();
    await eventually(() => !transport.redis.isReady);
    await expect(publishEvent(transport, 'notifier', applyTextMessageReport, report)).rejects.toThrow(
      'Redis is not connected',
    );
    proxy.restore();
    await eventually(() => transport.redis.isReady);
  });
});
