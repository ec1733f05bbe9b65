import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { EventStream } from './event-stream.js';

let server: Server;
let streams: EventStream[];
let sockets: Socket[];

beforeEach(async () => {
  streams = [];
  sockets = [];
  const app = express();
  app.get('/', (_request, response) => {
    streams.push(new EventStream(response));
    server.emit('stream');
  });
  server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  sockets.forEach((socket) => socket.destroy());
  server.close();
});

/** Opens a stream whose client reads nothing until the socket is resumed. */
async function open(): Promise<{ stream: EventStream; socket: Socket }> {
  const opened = once(server, 'stream');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await opened;
  return { stream: streams.at(-1)!, socket };
}

async function fill(stream: EventStream): Promise<void> {
  const data = { text: 'x'.repeat(100_000) };
  for (let id = 1; id <= 400; id += 1) stream.send('big', id, data);
  await expect(
    Promise.race([stream.drained().then(() => 'drained'), Promise.resolve('waiting')]),
  ).resolves.toBe('waiting');
}

describe('EventStream', () => {
  it('writes server-sent events', async () => {
    const { stream, socket } = await open();
    stream.send('lead-sold', 7, { leadId: 'a' });
    stream.sendHeartbeat();
    await stream.end();
    socket.setEncoding('utf8');
    const text = (await socket.toArray()).join('');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/\r\ncontent-type: text\/event-stream; charset=utf-8\r\n/i);
    expect(text).toMatch(/retry: 1\d{3}\n\n/);
    expect(text).toContain('id: 7\nevent: lead-sold\ndata: {"leadId":"a"}\n\n');
    expect(text).toContain(':\n\n');
    expect(stream.isOpen).toBe(false);
  });

  it('cuts off a client that reads nothing between two heartbeats', async () => {
    const { stream } = await open();
    await fill(stream);
    stream.sendHeartbeat();
    expect(stream.isOpen).toBe(true);
    stream.sendHeartbeat();
    expect(stream.isOpen).toBe(false);
    await stream.closed;
  });

  it('keeps a slow client, and reports when there is room again', async () => {
    const { stream, socket } = await open();
    await fill(stream);
    stream.sendHeartbeat();
    const drained = stream.drained();
    socket.resume();
    await drained;
    stream.sendHeartbeat();
    stream.sendHeartbeat();
    expect(stream.isOpen).toBe(true);
  });

  it('ends even if the client reads nothing', async () => {
    const { stream } = await open();
    await fill(stream);
    await stream.end();
    expect(stream.isOpen).toBe(false);
  });

  it('stops waiting for a client that is gone', async () => {
    const { stream, socket } = await open();
    await fill(stream);
    const drained = stream.drained();
    socket.destroy();
    await drained;
    expect(stream.isOpen).toBe(false);
    stream.send('late', 1, {});
    await stream.end();
  });
});
