import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setService } from '@desk/contracts';
import { eventually } from '@desk/testing';
import {
  assertCallerWaits,
  hasDeadline,
  newContext,
  queueSettings,
  sealEnvelope,
  type Transport,
} from '@desk/bullmq-transport';
import { connect, type Handlers, recorded, serve, type Serving } from './harness.js';

const { request, response } = recorded(setService);

describe('commands', () => {
  let transport: Transport;
  const running: Serving[] = [];
  const start = async (handlers: Handlers): Promise<Serving> => {
    const serving = await serve(transport, 'lead-router', { handlers });
    running.push(serving);
    return serving;
  };

  beforeEach(async () => {
    transport = await connect();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ app }) => app.close()));
    await transport.close();
  });

  /** Sends commands whose callers wait 200 ms. A busy machine may drop some of them before they are handled. */
  const sendUntilHandled = (isHandled: () => boolean) =>
    eventually(async () => {
      const answer = transport.client.send({ ...setService, timeoutMs: 200 }, request);
      await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      return isHandled();
    });

  it('are dropped, not executed, after their deadline', async () => {
    const handled: string[] = [];
    const command = (id: string, deadline: number) => ({
      id,
      sealed: sealEnvelope(transport.sealer, 'lead-router', id, {
        v: 1,
        name: setService.name,
        payload: request,
        deadline,
        ...newContext(),
      }),
    });
    await transport.publisher.publish('lead-router.rpc', setService.name, [
      command('late', Date.now() - 1),
      command('in-time', Date.now() + 60_000),
    ]);
    await start({
      [setService.name]: (_payload, { id }) => {
        handled.push(id);
        return response;
      },
    });
    await eventually(async () => (await transport.publisher.depth('lead-router.rpc')) === 0);
    expect(handled).toEqual(['in-time']);
  });

  it.each([-60_000, 60_000])('do not depend on the clock of the machine (%i ms off)', async (offsetMs) => {
    const realNow = Date.now.bind(Date);
    let handledAt = 0;
    const { faults } = await start({
      [setService.name]: () => {
        handledAt = realNow();
        return response;
      },
    });
    // The caller's clock alone: the service begins to handle the message after this call has returned.
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + offsetMs);
    const answer = transport.client.send(setService, request);
    clock.mockRestore();
    await expect(answer).resolves.toEqual(response);
    expect(handledAt).toBeGreaterThan(0);
    expect(faults).toEqual([]);
  });

  it('commit nothing after their deadline, even if their handler was given up before', async () => {
    const outcomes: unknown[] = [];
    const rpc = { ...queueSettings['lead-router.rpc'], handlerTimeout: 100, attempts: 1 };
    const serving = await serve(transport, 'lead-router', {
      options: { settings: { ...queueSettings, 'lead-router.rpc': rpc } },
      handlers: {
        [setService.name]: async () => {
          await pause(400);
          outcomes.push(hasDeadline());
          try {
            assertCallerWaits();
          } catch (error) {
            outcomes.push((error as Error).name);
          }
          return response;
        },
      },
    });
    running.push(serving);
    await sendUntilHandled(() => outcomes.length > 0);
    expect(outcomes.slice(0, 2)).toEqual([true, 'DeadlineExceededError']);
  });

  it('commit nothing after their deadline, and are not repeated', async () => {
    const outcomes: unknown[] = [];
    const started: string[] = [];
    const { faults } = await start({
      [setService.name]: async (_payload, { id }) => {
        started.push(id);
        await pause(400);
        // What `Transactions` calls before each commit.
        try {
          assertCallerWaits();
        } catch (error) {
          outcomes.push((error as Error).name);
          throw error;
        }
        return response;
      },
    });
    await sendUntilHandled(() => started.length > 0);
    await eventually(async () => (await transport.publisher.depth('lead-router.rpc')) === 0);
    expect(outcomes).toEqual(started.map(() => 'DeadlineExceededError'));
    expect(new Set(started).size).toBe(started.length);
    expect(faults).toEqual([]);
  });
});
