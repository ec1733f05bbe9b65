import { expect, test } from '@jest/globals';
import { readEvents, type StreamEvent } from './read-events';

async function read(...chunks: Uint8Array[]) {
  const events: StreamEvent[] = [];
  const delays: number[] = [];
  let dataCount = 0;
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    for (const chunk of chunks) controller.enqueue(chunk);
    controller.close();
  };
  await readEvents(new Response(new ReadableStream({ start })), {
    onEvent: (event) => events.push(event),
    onRetry: (delayMs) => delays.push(delayMs),
    onData: () => (dataCount += 1),
  });
  return { events, delays, dataCount };
}
const encode = (text: string) => new TextEncoder().encode(text);

test('reads events, heartbeats and the delay before the next attempt', async () => {
  const heartbeat = 'retry: 1500\n\n:\n\n';
  const text = 'id: 7\nevent: lead-sold\ndata: {"leadId":"a"}\n\nevent: changed\ndata: {}\n\n';
  expect(await read(encode(heartbeat), encode(text))).toEqual({
    events: [
      { kind: 'lead-sold', id: '7', data: '{"leadId":"a"}' },
      { kind: 'changed', id: '', data: '{}' },
    ],
    delays: [1_500],
    dataCount: 2,
  });
});

test('reads an event that arrives in pieces, even within a character', async () => {
  const bytes = encode('event: note\ndata: José\n\n');
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  const { events } = await read(...pieces);
  expect(events).toEqual([{ kind: 'note', id: '', data: 'José' }]);
});

test('drops an event that the end of the stream cuts off', async () => {
  expect((await read(encode('event: note\ndata: {}\n'))).events).toEqual([]);
});

test('rejects when the stream breaks', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.error(new TypeError('network error')),
  });
  const handlers = { onEvent: () => undefined, onRetry: () => undefined, onData: () => undefined };
  await expect(readEvents(new Response(body), handlers)).rejects.toThrow('network error');
});
