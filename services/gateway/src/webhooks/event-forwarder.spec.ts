import type { CommandClient } from '@desk/bullmq-transport';
import { DomainError } from '@desk/contracts';
import { expect, test } from '@jest/globals';
import { EventForwarder } from './event-forwarder.js';

const event = (number: number) => ({ rawBody: `{"id":"evt_${number}"}`, signature: `t=${number}` });

function forwarder(answer: () => Promise<object>) {
  const sent: { name: string; request: unknown }[] = [];
  const send = ({ name }: { name: string }, request: unknown): Promise<object> => {
    sent.push({ name, request });
    return answer();
  };
  return { sent, events: new EventForwarder({ send } as unknown as CommandClient) };
}

test('sends a single event in the message that earlier releases know', async () => {
  const { sent, events } = forwarder(() => Promise.resolve({ stored: true }));
  await events.forward(event(1));
  expect(sent).toEqual([{ name: 'provider-events.accept', request: event(1) }]);
});

test('sends events of the same moment in one message', async () => {
  const { sent, events } = forwarder(() => Promise.resolve({ failed: [] }));
  await Promise.all([1, 2, 3].map((number) => events.forward(event(number))));
  expect(sent).toEqual([
    { name: 'provider-events.accept-several', request: { events: [event(1), event(2), event(3)] } },
  ]);
});

test('fails only the events that were not stored', async () => {
  const { events } = forwarder(() => Promise.resolve({ failed: [1] }));
  const results = await Promise.allSettled([1, 2, 3].map((number) => events.forward(event(number))));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('fails all events of a message that failed', async () => {
  const { events } = forwarder(() => Promise.reject(new DomainError('UNAVAILABLE')));
  const results = await Promise.allSettled([1, 2].map((number) => events.forward(event(number))));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
