import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { processProviderEvent, applyTextMessageReport, setService } from '@desk/contracts';
import { eventually, type RedisServer, startRedisServer } from '@desk/testing';
import type { Transport } from '@desk/bullmq-transport';
import { CLOSE_TIMEOUT_MS } from '../src/bullmq.server.js';
import { PUBLISH_TIMEOUT_MS } from '../src/job-publisher.js';
import { connect, publishEvent, recorded, serve, type Serving } from './harness.js';

const { request, response } = recorded(setService);
const report = recorded(applyTextMessageReport).payload;
const timed = async (work: Promise<unknown>): Promise<{ ms: number; outcome: unknown }> => {
  const startedAt = Date.now();
  const outcome = await work.catch((error: unknown) => error);
  return { ms: Date.now() - startedAt, outcome };
};

describe('while Redis is unavailable', () => {
  let redis: RedisServer;
  let transport: Transport;
  let serving: Serving;
  let runs = 0;

  beforeEach(async () => {
    redis = await startRedisServer();
    transport = await connect({ url: redis.url });
    runs = 0;
    serving = await serve(transport, 'notifier', {
      handlers: { [applyTextMessageReport.name]: () => void (runs += 1) },
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await serving.app.close();
    await transport.close();
    await redis.remove();
  });

  it('fails sends at once, and resumes by itself when Redis returns', async () => {
    const router = await serve(transport, 'lead-router');
    await expect(transport.client.send(setService, request)).resolves.toEqual(response);
    await redis.stop();
    await eventually(() => !transport.redis.isReady);

    const call = await timed(transport.client.send(setService, request));
    expect(call.outcome).toMatchObject({ code: 'UNAVAILABLE' });
    expect(call.ms).toBeLessThan(setService.timeoutMs);
    // The notifier's queue was never used before, so nothing of it is there yet.
    const event = await timed(publishEvent(transport, 'notifier', applyTextMessageReport, report));
    expect(event.outcome).toBeInstanceOf(Error);
    expect(event.ms).toBeLessThan(PUBLISH_TIMEOUT_MS);

    await redis.restart();
    await eventually(() => transport.redis.isReady);
    await eventually(() => transport.client.send({ ...setService, timeoutMs: 1_000 }, request));
    await publishEvent(transport, 'notifier', applyTextMessageReport, report);
    await eventually(() => runs === 1);
    await router.app.close();
  });

  it('fails sends in time when Redis keeps the connection but does not answer', async () => {
    redis.freeze();
    try {
      const brief = { ...setService, timeoutMs: 400 };
      const call = await timed(transport.client.send(brief, request));
      expect(call.outcome).toMatchObject({ code: 'UNAVAILABLE' });
      expect(call.ms).toBeLessThan(setService.timeoutMs);
      const event = await timed(publishEvent(transport, 'notifier', applyTextMessageReport, report));
      expect(event.outcome).toMatchObject({ name: 'TimeoutError' });
      expect(event.ms).toBeLessThan(2 * PUBLISH_TIMEOUT_MS);
    } finally {
      redis.unfreeze();
    }
    await eventually(() => runs === 1);
  });

  it('does not call a command failed that is executed once Redis answers again', async () => {
    let executions = 0;
    const execute = (): object => {
      executions += 1;
      return response;
    };
    const router = await serve(transport, 'lead-router', { handlers: { [setService.name]: execute } });
    await expect(transport.client.send(setService, request)).resolves.toEqual(response);
    redis.freeze();
    const call = transport.client.send({ ...setService, timeoutMs: 12_000 }, request);
    // By now, adding the command has timed out as well.
    await expect(publishEvent(transport, 'notifier', applyTextMessageReport, report)).rejects.toThrow();
    redis.unfreeze();
    await expect(call).resolves.toEqual(response);
    expect(executions).toBe(2);
    await router.app.close();
  });

  it('repeats a response that nobody received', async () => {
    const killListeners = async (): Promise<object> => {
      await transport.redis.commands.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      return response;
    };
    const router = await serve(transport, 'lead-router', { handlers: { [setService.name]: killListeners } });
    await expect(transport.client.send(setService, request)).resolves.toEqual(response);
    await router.app.close();
  });

  it('hands out what waits while it has no memory left', async () => {
    await serving.app.close();
    for (let count = 0; count < 3; count += 1)
      await publishEvent(transport, 'notifier', applyTextMessageReport, report);
    await transport.redis.commands.config('SET', 'maxmemory', '1');
    await expect(publishEvent(transport, 'notifier', applyTextMessageReport, report)).rejects.toThrow('OOM');
    serving = await serve(transport, 'notifier', {
      handlers: { [applyTextMessageReport.name]: () => void (runs += 1) },
    });
    await eventually(() => runs === 3);
  });

  it('uses a queue that it had opened while Redis did not answer', async () => {
    jest.spyOn(transport.redis.commands, 'info').mockRejectedValueOnce(new Error('Command timed out'));
    await publishEvent(transport, 'billing', processProviderEvent, recorded(processProviderEvent).payload);
    expect(await transport.publisher.depth('billing.events')).toBe(1);
  });

  it('closes the service', async () => {
    await redis.stop();
    await eventually(() => !transport.redis.isReady);
    const closing = await timed(serving.app.close().then(() => transport.close()));
    expect(closing.outcome).toBeUndefined();
    expect(closing.ms).toBeLessThan(CLOSE_TIMEOUT_MS);
  });

  it('rejects a connection at startup and names the host', async () => {
    await redis.stop();
    const startupTimeout = AbortSignal.timeout(1_000);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(startupTimeout);
    await expect(connect({ url: `redis://user:secret@127.0.0.1:${redis.port}` })).rejects.toThrow(
      new Error(`Redis does not answer at 127.0.0.1:${redis.port}`),
    );
    expect(timeout).toHaveBeenCalledWith(20_000);
  });
});
