import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { checkDestination, resolveHost } from './check-destination.js';
import { postOnce } from './post-once.js';
import { outcomeOfAnswer, outcomeOfError } from '../webhook/webhook-outcome.js';

const rules = { allowsLoopback: false };
const servers: TcpServer[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

const reasonOf = (error: unknown) => outcomeOfError(error).reason;
const refusal = async (url: string, answers?: readonly string[]): Promise<string> => {
  const signal = AbortSignal.timeout(10_000);
  // Without `answers`, asks the real name servers, which numeric addresses do not need.
  const resolve = answers === undefined ? resolveHost : () => Promise.resolve(answers);
  return checkDestination(url, { rules, resolveHost: resolve, signal }).then(() => 'allowed', reasonOf);
};

describe('an endpoint inside a network', () => {
  it.each([
    ['this machine', 'https://127.0.0.1/'],
    ['this machine as one number', 'https://2130706433/'],
    ['this machine in hexadecimal', 'https://0x7f.0.0.1/'],
    ['this machine in octal', 'https://0177.0.0.1/'],
    ['this machine, shortened', 'https://127.1/'],
    ['this machine over IPv6', 'https://[::1]/'],
    ['this machine, mapped', 'https://[::ffff:127.0.0.1]/'],
    ['any address of this machine', 'https://0.0.0.0/'],
    ['a private network, class A', 'https://10.1.2.3/'],
    ['a private network, class B', 'https://172.16.0.1/'],
    ['a private network, class C', 'https://192.168.1.1/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ["a cloud's metadata service", 'https://169.254.169.254/latest/meta-data/'],
    ["a cloud's metadata service over IPv6", 'https://[fd00:ec2::254]/'],
    ['a link-local IPv6 address', 'https://[fe80::1]/'],
    ['a NAT64 address', 'https://[64:ff9b::a00:1]/'],
    ['a 6to4 address', 'https://[2002:a00:1::]/'],
    ['a multicast address', 'https://224.0.0.1/'],
    ['a name without a domain', 'https://localhost/'],
    ['a name of a cluster', 'https://accounts.default.svc.cluster.local/'],
    ["a cloud's internal name", 'https://metadata.google.internal/'],
  ])('is refused: %s', async (_what, url) => {
    expect(await refusal(url, ['93.184.215.14'])).toBe('ADDRESS_NOT_ALLOWED');
  });

  it.each([
    ['leads to a private address', ['10.0.0.1']],
    ['leads to a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['leads to a mapped address', ['::ffff:169.254.169.254']],
    ['leads nowhere', []],
  ])('is refused if its public name %s', async (_what, answers) => {
    expect(await refusal('https://crm.example.com/', answers)).toBe('ADDRESS_NOT_ALLOWED');
  });

  it('is not reached by a name that answers differently the second time', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const { addresses } = await checkDestination('https://rebinding.example.com/', {
      rules,
      signal: AbortSignal.timeout(10_000),
      resolveHost: () => Promise.resolve(answers.shift() ?? []),
    });
    expect(addresses).toEqual(['93.184.215.14']);
    expect(answers).toEqual([['127.0.0.1']]);
  });

  it.each([
    ['without TLS', 'http://crm.example.com/'],
    ['of another protocol', 'file:///etc/passwd'],
    ['on a port of another service', 'https://crm.example.com:25/'],
    ['with a password', 'https://user:secret@crm.example.com/'],
  ])('is refused: one %s', async (_what, url) => {
    expect(await refusal(url, ['93.184.215.14'])).toBe('ADDRESS_NOT_ALLOWED');
  });
});

describe('an endpoint that misbehaves', () => {
  const listen = async (server: TcpServer): Promise<number> => {
    servers.push(server);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const reason = async (port: number, protocol = 'http', timeoutMs = 10_000): Promise<string | null> => {
    const destination = { url: new URL(`${protocol}://crm.invalid:${port}/`), addresses: ['127.0.0.1'] };
    const request = { headers: {}, body: '{}', signal: AbortSignal.timeout(timeoutMs) };
    return postOnce(destination, request).then((answer) => {
      const outcome = outcomeOfAnswer(answer, Date.now());
      return outcome.result === 'accepted' ? null : outcome.reason;
    }, reasonOf);
  };
  const serve = (handle: RequestListener) => listen(createServer(handle));

  it('is not followed to where it redirects', async () => {
    for (const status of [301, 302, 307, 308])
      expect(
        await reason(
          await serve((_request, response) =>
            response.writeHead(status, { location: 'http://169.254.169.254/' }).end(),
          ),
        ),
      ).toBe('REDIRECTED');
  });

  it('is given up when it never answers', async () => {
    expect(await reason(await serve(() => undefined), 'http', 300)).toBe('TIMEOUT');
  });

  it('is given up when it sends its headers letter by letter', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    expect(await reason(port, 'http', 500)).toBe('TIMEOUT');
  });

  it('is not believed when it sends endless headers', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined).write(`HTTP/1.1 200 OK\r\n${'x: '.padEnd(200_000, 'y')}`);
      }),
    );
    expect(await reason(port)).toBe('ANSWER_UNREADABLE');
  });

  it('is not believed when it speaks another protocol', async () => {
    const port = await listen(
      createTcpServer((socket) => socket.on('error', () => undefined).end('220 mail.example ESMTP\r\n')),
    );
    expect(await reason(port)).toBe('ANSWER_UNREADABLE');
  });

  const answer = async (text: string) => {
    const port = await listen(
      createTcpServer((socket) =>
        socket.on('error', () => undefined).once('data', () => socket.end(Buffer.from(text, 'latin1'))),
      ),
    );
    const destination = { url: new URL(`http://crm.invalid:${port}/`), addresses: ['127.0.0.1'] };
    const request = { headers: {}, body: '{}', signal: AbortSignal.timeout(10_000) };
    return postOnce(destination, request).then((given) => outcomeOfAnswer(given, 0), outcomeOfError);
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
  ])('is not asked again when it accepts the message with %s', async (_what, text) => {
    expect(await answer(text)).toMatchObject({ result: 'permanent', reason: 'ANSWER_UNREADABLE' });
  });

  it.each([
    ['a malformed 503', 'HTTP/1.1 503 Away\r\nx y: 1\r\n\r\n'],
    ['another protocol', '220 mail.example ESMTP\r\n'],
    ['noise', '\x00\x01\x02\x03'],
  ])('is asked again after %s', async (_what, text) => {
    expect(await answer(text)).toMatchObject({ result: 'temporary', reason: 'ANSWER_UNREADABLE' });
  });

  it.each([
    ['a malformed chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nab'],
    ['a body that breaks off', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab'],
    ['no end of the body', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab'],
  ])('is believed about its status, with %s', async (_what, text) => {
    expect(await answer(text)).toEqual({ result: 'accepted' });
  });

  it('is reported as hanging up, not as unreachable', async () => {
    expect(await answer('')).toMatchObject({ result: 'temporary', reason: 'CONNECTION_LOST' });
    expect(await answer('HTTP/1.1 2')).toMatchObject({ result: 'temporary', reason: 'CONNECTION_LOST' });
  });

  it('gets no lead without a certificate that is trusted', async () => {
    let requests = 0;
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'crm.invalid' }]);
    const count: RequestListener = (_request, response) => {
      requests += 1;
      response.end();
    };
    expect(await reason(await listen(createTlsServer({ key, cert }, count)), 'https')).toBe(
      'INSECURE_CONNECTION',
    );
    expect(await reason(await serve(count), 'https')).toBe('INSECURE_CONNECTION');
    expect(requests).toBe(0);
  });
});
