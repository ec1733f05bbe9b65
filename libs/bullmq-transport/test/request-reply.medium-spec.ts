import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  acceptLead,
  DomainError,
  getLeadStatus,
  type RequestOf,
  applyTextMessageReport,
  setDailyLimit,
  setService,
} from '@desk/contracts';
import { createTestRedis, eventually, type TestRedis } from '@desk/testing';
import {
  BullmqClient,
  CommandClient,
  currentContext,
  JobPublisher,
  newContext,
  runInContext,
  type Transport,
} from '@desk/bullmq-transport';
import { object } from 'yup';
import { connect, type Handlers, publishEvent, recorded, serve, type Serving } from './harness.js';

const { response } = recorded(setService);
const request: RequestOf<typeof setService> = recorded(setService).request;

describe('commands', () => {
  let redis: TestRedis;
  let transport: Transport;
  const running: Serving[] = [];
  const start = async (handlers: Handlers): Promise<Serving> => {
    const serving = await serve(transport, 'lead-router', { handlers });
    running.push(serving);
    return serving;
  };

  beforeEach(async () => {
    redis = createTestRedis();
    transport = await connect(redis);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
    await transport.close();
  });

  it('are handled once even if the first reply cannot be sent', async () => {
    let handled = 0;
    await start({
      [setService.name]: () => {
        handled += 1;
        return response;
      },
    });
    const publish = jest.spyOn(transport.redis.commands, 'publish');
    publish.mockRejectedValueOnce(new Error('Connection is closed.'));
    await expect(transport.client.send(setService, request)).resolves.toEqual(response);
    expect(handled).toBe(1);
    expect(publish).toHaveBeenCalledTimes(2);
    publish.mockRestore();
  });

  it('each get their own response when 2,000 are sent at once', async () => {
    await start({
      [setDailyLimit.name]: ({ buyerId, dailyLeadLimit }: { buyerId: string; dailyLeadLimit: number }) => ({
        buyerId,
        dailyLeadLimit,
        serviceEnabled: true,
        settingsVersion: 1,
      }),
    });
    const calls = Array.from({ length: 2_000 }, (_, index) => ({
      changeNumber: request.changeNumber,
      caller: request.caller,
      buyerId: randomUUID(),
      dailyLeadLimit: 1 + (index % 1_000),
    }));
    const patient = { ...setDailyLimit, timeoutMs: 60_000 };
    const answers = await Promise.all(calls.map((call) => transport.client.send(patient, call)));
    expect(answers).toEqual(
      calls.map(({ buyerId, dailyLeadLimit }) => ({
        buyerId,
        dailyLeadLimit,
        serviceEnabled: true,
        settingsVersion: 1,
      })),
    );
    // A response is sent before its job is removed from the queue.
    await eventually(async () => (await transport.publisher.depth('lead-router.rpc')) === 0);
  });

  it('get a response that arrives before the job is confirmed', async () => {
    class LateConfirmation extends JobPublisher {
      override async publish(...job: Parameters<JobPublisher['publish']>): Promise<void> {
        await super.publish(...job);
        await new Promise<void>(
          (resolve) => void transport.redis.commands.once('response-received', () => resolve()),
        );
      }
    }
    await start({});
    const publisher = new LateConfirmation(transport.redis);
    const client = new CommandClient(new BullmqClient(transport.redis, publisher, transport.sealer));
    await expect(client.send(setService, request)).resolves.toEqual(response);
    transport.redis.commands.emit('response-received');
    await publisher.close();
  });

  it('are rejected before sending if they do not match the contract', async () => {
    let handled = 0;
    await start({ [setService.name]: () => (handled += 1) });
    const wrong = { ...request, buyerId: 'none' };
    await expect(transport.client.send(setService, wrong)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ field: 'buyerId', message: 'Not a valid id' }],
    });
    expect(handled).toBe(0);
  });

  it('ignore fields that a newer caller or service has added', async () => {
    const seen: unknown[] = [];
    await start({
      [acceptLead.name]: (payload: unknown) => {
        seen.push(payload);
        return { ...(recorded(acceptLead).response as object), addedLater: 1 };
      },
    });
    const known: { lead: object } = recorded(acceptLead).request;
    const newer = { ...acceptLead, request: object({}) };
    const sent = { ...known, addedLater: 1, lead: { ...known.lead, addedLater: 'x' } };
    await expect(transport.client.send(newer, sent)).resolves.toEqual(recorded(acceptLead).response);
    expect(seen).toEqual([known]);
  });

  it('return UNAVAILABLE, not INVALID_REQUEST, if an older service cannot read them', async () => {
    const { faults } = await start({});
    const newer = { ...setService, request: object({}) };
    await expect(transport.client.send(newer, { serviceEnabled: 'later' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(String(faults[0]?.error)).toContain('does not match its contract: ');
  });

  it('return a domain error with code, detail, fields and info, without a retry', async () => {
    let tries = 0;
    const { faults } = await start({
      [acceptLead.name]: () => {
        tries += 1;
        throw new DomainError('DUPLICATE_LEAD', {
          detail: 'Seen before.',
          fields: [{ field: 'phone', message: 'Known' }],
          info: { leadId: '7' },
        });
      },
    });
    const failure: unknown = await transport.client
      .send(acceptLead, recorded(acceptLead).request)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({
      code: 'DUPLICATE_LEAD',
      status: 409,
      message: 'Seen before.',
      fields: [{ field: 'phone', message: 'Known' }],
      info: { leadId: '7' },
    });
    expect(tries).toBe(1);
    expect(faults).toEqual([]);
  });

  it('are retried when the handler fails, and the caller sees only the success', async () => {
    let tries = 0;
    const { faults } = await start({
      [setService.name]: () => {
        tries += 1;
        if (tries < 3) throw new Error('the database is down');
        return response;
      },
    });
    await expect(transport.client.send(setService, request)).resolves.toEqual(response);
    expect(tries).toBe(3);
    expect(faults.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('return UNAVAILABLE if the handler keeps failing, and report the original error', async () => {
    const original = new TypeError('Key (email)=(ann@example.com) already exists');
    const { faults } = await start({ [setService.name]: () => Promise.reject(original) });
    const failure: unknown = await transport.client
      .send(setService, request)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', fields: [], info: {} });
    expect(String(failure)).not.toContain('ann@example.com');
    await eventually(() => faults.length === 3);
    for (const fault of faults) {
      expect(fault.message).toBe(setService.name);
      expect(fault.error).toBe(original);
      expect((fault.error as Error).stack).toContain('request-reply.medium-spec');
    }
  });

  it('time out when no service answers', async () => {
    const startedAt = Date.now();
    const brief = { ...getLeadStatus, timeoutMs: 300 };
    await expect(transport.client.send(brief, recorded(getLeadStatus).request)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(299);
    expect(Date.now() - startedAt).toBeLessThan(getLeadStatus.timeoutMs);
  });

  it('fail at once when the client is closed', async () => {
    const patient = { ...getLeadStatus, timeoutMs: 600_000 };
    const call = transport.client.send(patient, recorded(getLeadStatus).request);
    const outcome = expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await eventually(async () => (await transport.publisher.depth('lead-router.rpc')) === 1);
    await transport.close();
    await outcome;
    transport = await connect(redis);
  });

  it('are answered with UNAVAILABLE if the response cannot be decrypted', async () => {
    let handled = 0;
    const patient = { ...setService, timeoutMs: 600_000 };
    await start({
      [setService.name]: async (_payload, { id }) => {
        handled += 1;
        const [channel = ''] = (await transport.redis.commands.pubsub(
          'CHANNELS',
          `${redis.prefix}*reply*`,
        )) as string[];
        await transport.redis.commands.publish(channel, `${id} k9.rubbish`);
        return response;
      },
    });
    await expect(transport.client.send(patient, request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(handled).toBe(1);
    await expect(
      transport.client.send(getLeadStatus, recorded(getLeadStatus).request),
    ).resolves.toBeDefined();
  });

  it("carry the caller's correlation id and trace to the handler", async () => {
    const seen: unknown[] = [];
    await start({
      [setService.name]: () => {
        seen.push(currentContext());
        return response;
      },
    });
    const context = newContext();
    await runInContext(context, () => transport.client.send(setService, request));
    expect(seen).toEqual([
      {
        correlationId: context.correlationId,
        traceparent: expect.stringContaining(context.traceparent.slice(0, 35)),
      },
    ]);
  });

  it('never reach another service, and neither do events', async () => {
    const seen: string[] = [];
    const router = await serve(transport, 'lead-router', {
      handlers: {
        [setService.name]: () => {
          seen.push('router');
          return response;
        },
      },
    });
    const notifier = await serve(transport, 'notifier', {
      handlers: { [applyTextMessageReport.name]: () => void seen.push('notifier') },
    });
    running.push(router, notifier);
    await transport.client.send(setService, request);
    await publishEvent(
      transport,
      'notifier',
      applyTextMessageReport,
      recorded(applyTextMessageReport).payload,
    );
    await eventually(() => seen.length === 2);
    expect(seen).toEqual(['router', 'notifier']);
    expect([...router.faults, ...notifier.faults]).toEqual([]);
  });
});
