import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  leadSold,
  type QueueName,
  applyTextMessageReport,
  type SenderName,
  setService,
} from '@desk/contracts';
import { eventually, sealerOf } from '@desk/testing';
import { newContext, sealEnvelope, type Transport } from '@desk/bullmq-transport';
import { connect, recorded, serve, type Serving } from './harness.js';

let transport: Transport;
let notifier: Serving;
let router: Serving;
const handled: string[] = [];
const note = (_payload: unknown, { id }: { id: string }): unknown => {
  handled.push(id);
  return recorded(setService).response;
};

beforeEach(async () => {
  handled.length = 0;
  transport = await connect();
  notifier = await serve(transport, 'notifier', { handlers: { [leadSold.name]: note } });
  router = await serve(transport, 'lead-router', { handlers: { [setService.name]: note } });
});
afterEach(async () => {
  await Promise.all([notifier, router].map(({ app }) => app.close()));
  await transport.close();
});

interface Forgery {
  readonly from: SenderName;
  readonly to: 'notifier' | 'lead-router';
  readonly queue: QueueName;
  readonly name: string;
  readonly payload: unknown;
  readonly id: string;
}
const put = ({ from, to, queue, name, payload, id }: Forgery): Promise<void> => {
  const envelope = { v: 1 as const, name, payload, ...newContext() };
  return transport.publisher.publish(queue, name, [
    { id, sealed: sealEnvelope(sealerOf(from), to, id, envelope) },
  ]);
};

const sold = { to: 'notifier', name: leadSold.name, payload: recorded(leadSold).payload } as const;
const paused = { to: 'lead-router', name: setService.name, payload: recorded(setService).request } as const;

describe('a service refuses', () => {
  it.each<[string, Forgery, string]>([
    [
      'an event of a service that does not send it',
      { ...sold, from: 'billing', queue: 'notifier.events', id: `${leadSold.name}~1` },
      `billing may not send '${leadSold.name}'`,
    ],
    [
      'a command of a service that does not send it',
      { ...paused, from: 'notifier', queue: 'lead-router.rpc', id: randomUUID() },
      `notifier may not send '${setService.name}'`,
    ],
    [
      'a command among the events, where it has no deadline',
      { ...paused, from: 'gateway', queue: 'lead-router.events', id: `${setService.name}~1` },
      `lead-router does not handle '${setService.name}'`,
    ],
    [
      'an event that would use up the id of another one',
      { ...sold, from: 'lead-router', queue: 'notifier.events', id: `${applyTextMessageReport.name}~1` },
      `'${leadSold.name}' has the id of another message`,
    ],
  ])('%s', async (_what, forgery, message) => {
    await put(forgery);
    const { faults } = forgery.to === 'notifier' ? notifier : router;
    await eventually(() => faults.length > 0);
    await eventually(async () => (await transport.publisher.depth(forgery.queue)) === 0);
    expect(faults).toEqual([expect.objectContaining({ attempt: 1 })]);
    expect(String(faults[0]?.error)).toContain(message);
    expect(handled).toEqual([]);
  });

  it('none of them from the true sender', async () => {
    await put({ ...sold, from: 'lead-router', queue: 'notifier.events', id: `${leadSold.name}~1` });
    await put({ ...paused, from: 'gateway', queue: 'lead-router.rpc', id: randomUUID() });
    await eventually(() => handled.length === 2);
    expect([...notifier.faults, ...router.faults]).toEqual([]);
  });
});

describe('a client', () => {
  it('does not send what its process may not send', async () => {
    const other = await connect(transport.redis.settings, 'billing');
    await expect(other.client.send(setService, recorded(setService).request)).rejects.toThrow(
      `billing is not a sender of ${setService.name}`,
    );
    await other.close();
  });
});
