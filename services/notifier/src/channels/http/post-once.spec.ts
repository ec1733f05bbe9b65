import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, Socket, type TcpNetConnectOpts } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { generate } from 'selfsigned';
import { MAX_ANSWER_BYTES, postOnce } from './post-once.js';
import { outcomeOfError } from '../webhook/webhook-outcome.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
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
    const error: unknown = await post(port, { signal: AbortSignal.timeout(200) }).catch(
      (err: unknown) => err,
    );
    expect(outcomeOfError(error)).toMatchObject({ reason: 'TIMEOUT' });
  });

  it('counts a status whose body does not end in time', async () => {
    const port = await serve((_request, response) => void response.writeHead(200).write('{'));
    expect(await post(port, { signal: AbortSignal.timeout(1_000) })).toMatchObject({
      status: 200,
      body: '{',
    });
  });

  it('reports a connection that closes without an answer', async () => {
    const port = await serve((request) => request.socket.destroy());
    const error: unknown = await post(port).catch((err: unknown) => err);
    expect(outcomeOfError(error)).toMatchObject({ reason: 'CONNECTION_LOST' });
  });

  it('reports an upgrade to a protocol that was not requested', async () => {
    const port = await serve((request) => {
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n');
    });
    const error: unknown = await post(port).catch((err: unknown) => err);
    expect(outcomeOfError(error).result).toBe('temporary');
  });

  it('sends nothing to a server whose certificate is not trusted, or that speaks no TLS', async () => {
    let requests = 0;
    const count: RequestListener = (_request, response) => {
      requests += 1;
      response.end();
    };
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'crm.invalid' }]);
    for (const server of [createTlsServer({ key, cert }, count) as Server, createServer(count)]) {
      const error: unknown = await post(await listen(server), { protocol: 'https' }).catch(
        (err: unknown) => err,
      );
      expect(outcomeOfError(error)).toMatchObject({ reason: 'INSECURE_CONNECTION' });
    }
    expect(requests).toBe(0);
  });
});
