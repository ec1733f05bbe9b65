import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { generate } from 'selfsigned';
import { MAX_ANSWER_BYTES, postOnce } from './post-once.js';
import { outcomeOfAnswer, outcomeOfError } from '../webhook/webhook-outcome.js';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const serve = (handle: RequestListener) => listen(createServer(handle));

/** The name is reserved and leads nowhere: only the pinned address can answer. */
const post = (port: number, { protocol = 'http', signal = new AbortController().signal } = {}) =>
  postOnce(
    { url: new URL(`${protocol}://crm.invalid:${port}/leads?list=1`), addresses: ['127.0.0.1'] },
    { headers: { 'content-type': 'application/json' }, body: '{"a":"é"}', signal },
  );
const outcomeOf = (...request: Parameters<typeof post>) =>
  post(...request).then((answer) => outcomeOfAnswer(answer, 0), outcomeOfError);

describe('postOnce', () => {
  it('connects to the checked address and names the host', async () => {
    let received: unknown;
    const port = await serve((request, response) => {
      void request
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => {
          received = [request.method, request.url, request.headers.host, chunks.join('')];
          response.writeHead(201, { 'content-type': 'text/plain' }).end('thanks');
        });
    });
    await expect(post(port)).resolves.toEqual({
      status: 201,
      retryAfter: undefined,
      contentType: 'text/plain',
      body: 'thanks',
    });
    expect(received).toEqual(['POST', '/leads?list=1', `crm.invalid:${port}`, '{"a":"é"}']);
  });

  it('gives each address of a distant host seconds to connect', async () => {
    const connect = jest.spyOn(Socket.prototype, 'connect');
    try {
      const port = await serve((_request, response) => response.end());
      await post(port);
      await post(port, { protocol: 'https' }).catch(() => undefined);
      // Node passes the options alone, or first in a list.
      const calls = connect.mock.calls.map(([first]) => [first as unknown].flat()[0] as TcpNetConnectOpts);
      expect(calls.map((options) => options.autoSelectFamilyAttemptTimeout)).toEqual([3_000, 3_000]);
    } finally {
      connect.mockRestore();
    }
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const port = await serve((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: 'http://127.0.0.1/private' }).end();
    });
    expect((await post(port)).status).toBe(307);
    expect(requests).toBe(1);
  });

  it('reads at most 64 kB of an answer that never ends', async () => {
    let isClosed = (): void => undefined;
    const closed = new Promise<void>((resolve) => (isClosed = resolve));
    const port = await serve((_request, response) => {
      response.writeHead(200);
      const write = (): void => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', write).on('close', isClosed);
      write();
    });
    const { status, body } = await post(port);
    expect([status, body.length]).toEqual([200, MAX_ANSWER_BYTES]);
    await closed;
  });

  it('gives up on an endpoint that does not answer in time', async () => {
    const port = await serve(() => undefined);
    expect(await outcomeOf(port, { signal: AbortSignal.timeout(200) })).toMatchObject({ reason: 'TIMEOUT' });
  });

  it('gives up on an endpoint that sends its headers letter by letter', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const request = { signal: AbortSignal.timeout(500) };
    expect(await outcomeOf(await listen(server), request)).toMatchObject({ reason: 'TIMEOUT' });
  });

  it('counts a status whose body does not end in time', async () => {
    const port = await serve((_request, response) => void response.writeHead(200).write('{'));
    expect(await post(port, { signal: AbortSignal.timeout(1_000) })).toMatchObject({
      status: 200,
      body: '{',
    });
  });

  it('reports an upgrade to a protocol that was not requested', async () => {
    const port = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    });
    expect(await outcomeOf(port)).toMatchObject({ result: 'temporary' });
  });

  it('sends nothing to a server whose certificate is not trusted, or that speaks no TLS', async () => {
    let requests = 0;
    const count: RequestListener = (_request, response) => {
      requests += 1;
      response.end();
    };
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'crm.invalid' }]);
    for (const server of [createTlsServer({ key, cert }, count), createServer(count)])
      expect(await outcomeOf(await listen(server), { protocol: 'https' })).toMatchObject({
        reason: 'INSECURE_CONNECTION',
      });
    expect(requests).toBe(0);
  });
});

describe('an endpoint that answers', () => {
  const answer = async (text: string) => {
    const server = createTcpServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end(Buffer.from(text, 'latin1'))),
    );
    return outcomeOf(await listen(server));
  };

  it.each([
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: 1\r\n\r\n'],
    ['a space in the name of a header', 'HTTP/1.1 202 Accepted\r\nx y: 1\r\n\r\n'],
    ['a control character in a header', 'HTTP/1.1 200 OK\r\nx: a\x01b\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 201 Created\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['a length that is not a number', 'HTTP/1.1 200 OK\r\ncontent-length: ten\r\n\r\n'],
    [
      'a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na',
    ],
    ['headers that never end', `HTTP/1.1 204 No Content\r\nx: ${'y'.repeat(100_000)}`],
    ['a bare line feed in a status line', 'HTTP/1.1 200\nOK: 1 2\x00\r\n\r\n'],
  ])('with a success and %s is not asked again', async (_what, text) => {
    expect(await answer(text)).toMatchObject({ result: 'permanent', reason: 'ANSWER_UNREADABLE' });
  });

  it.each([
    ['a malformed 503', 'HTTP/1.1 503 Away\r\nx y: 1\r\n\r\n'],
    ['another protocol', '220 mail.example ESMTP\r\n'],
    ['noise', '\x00\x01\x02\x03'],
  ])('with %s is asked again', async (_what, text) => {
    expect(await answer(text)).toMatchObject({ result: 'temporary', reason: 'ANSWER_UNREADABLE' });
  });

  it.each([
    ['a malformed chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nab'],
    ['a body that breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab'],
    ['no end of the body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab'],
  ])('with a success and %s has the message', async (_what, text) => {
    expect(await answer(text)).toEqual({ result: 'accepted' });
  });

  it('with less than a status line is reported as hanging up, not as unreachable', async () => {
    for (const text of ['', 'HTTP/1.1 2'])
      expect(await answer(text)).toMatchObject({ result: 'temporary', reason: 'CONNECTION_LOST' });
  });
});
