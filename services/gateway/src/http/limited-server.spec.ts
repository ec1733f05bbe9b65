import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createLimitedServer, type ServerLimits } from './limited-server.js';

const limits: ServerLimits = {
  maxConnections: 100,
  maxConnectionsPerNetwork: 100,
  isProxy: () => false,
  headersTimeoutMs: 200,
  requestTimeoutMs: 400,
  keepAliveTimeoutMs: 300,
};
const answerAfterBody: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => response.end('answer'));
};

let server: Server;
const sockets: Socket[] = [];

async function start(change: Partial<ServerLimits> = {}, listener = answerAfterBody): Promise<void> {
  server = createLimitedServer({ ...limits, ...change }, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket.setEncoding('utf8');
}

/** Returns all that the server sends until it closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data: string) => (text += data));
  // Not `once`, which rejects on a reset: the server may hang up on a client that is still writing.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** Writes one piece after the other until the server hangs up. Returns what it sent. */
async function trickle(socket: Socket, piece: string): Promise<string> {
  const answer = readToEnd(socket);
  while (!socket.destroyed && socket.writable) {
    socket.write(piece);
    await pause(20);
  }
  return answer;
}

const expectProblem = (answer: string, status: number, code: string): void => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/\r\nContent-Type: application\/problem\+json\r\n/);
  expect(JSON.parse(body)).toMatchObject({ status, code });
};

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

describe('a slow request', () => {
  it('is refused while its headers trickle in', async () => {
    await start();
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    expectProblem(await trickle(socket, 'X-A: b\r\n'), 408, 'REQUEST_TIMEOUT');
  });

  it('is refused while its body trickles in', async () => {
    await start();
    const socket = await open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    expectProblem(await trickle(socket, 'a'), 408, 'REQUEST_TIMEOUT');
  });

  it('does not end a request on another connection', async () => {
    await start();
    const slow = await open();
    slow.write('GET / HTTP/1.1\r\n');
    const quick = await open();
    quick.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await readToEnd(quick)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('does not corrupt an answer that has begun', async () => {
    await start({}, (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('part');
    });
    const socket = await open();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    const answer = await trickle(socket, 'a');
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*part$/);
  });
});

describe('an idle connection', () => {
  it('is closed', async () => {
    await start();
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is closed if it never sent a byte', async () => {
    await start();
    expectProblem(await readToEnd(await open()), 408, 'REQUEST_TIMEOUT');
  });
});

describe('an oversized request', () => {
  it.each([
    [
      'a header',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'many headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(4_000)}\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['an address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'URL_TOO_LONG'],
    ['no HTTP', '\0\0\0\r\n\r\n', 400, 'MALFORMED_BODY'],
  ])('is refused: %s', async (_what, request, status, code) => {
    await start();
    const socket = await open();
    socket.write(request);
    expectProblem(await readToEnd(socket), status, code);
  });
});

describe('a connection above the maximum', () => {
  it('is closed at once, and accepted again when another one has ended', async () => {
    await start({ maxConnections: 2, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 });
    const [first] = [await open(), await open()];
    const dropped = once(server, 'drop');
    expect(await readToEnd(await open())).toBe('');
    await dropped;
    const closed = once(first, 'close');
    first.destroy();
    await closed;
    // The server learns a moment later that the connection has ended.
    let answer = '';
    while (answer === '') {
      const socket = await open();
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      answer = await readToEnd(socket);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('connections of one network', () => {
  const networkLimits = { maxConnectionsPerNetwork: 2, headersTimeoutMs: 60_000, requestTimeoutMs: 60_000 };

  it('are closed at once above its limit, and counted as dropped', async () => {
    await start(networkLimits);
    await open();
    await open();
    const dropped = once(server, 'drop');
    expect(await readToEnd(await open())).toBe('');
    await dropped;
  });

  it('may exceed its limit if they come from a proxy, which forwards the requests of many', async () => {
    await start({ ...networkLimits, isProxy: (address) => address === '127.0.0.1' });
    for (let count = 0; count < 4; count += 1) await open();
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
