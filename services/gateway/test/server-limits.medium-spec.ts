import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@desk/testing';
import { LivePage } from './live-page.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
const pages: LivePage[] = [];

beforeAll(async () => {
  system = await TestSystem.start({
    gateway: {
      MAX_LIVE_STREAMS: '4',
      MAX_LIVE_STREAMS_PER_NETWORK: '2',
      MAX_CONNECTIONS_PER_NETWORK: '6',
      REQUEST_TIMEOUT_SECONDS: '5',
      HEADERS_TIMEOUT_SECONDS: '5',
    },
  });
});
afterEach(() => pages.splice(0).forEach((page) => page.close()));
afterAll(() => system.stop());

const OFFICE = '198.51.100.1';

describe('live streams', () => {
  const open = async (address: string): Promise<LivePage> => {
    const agent = await system.registerAgent();
    const page = await LivePage.open(system.gateway.url, agent.browser, undefined, {
      'x-forwarded-for': address,
    });
    pages.push(page);
    return page;
  };

  it('are limited for each network, and the refusal says when to retry', async () => {
    const first = await open(OFFICE);
    expect((await open(OFFICE)).status).toBe(200);
    const refused = await open(OFFICE);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch('application/problem+json');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(30);
    expect((await open('198.51.100.2')).status).toBe(200);
    first.close();
    await eventually(async () => (await open(OFFICE)).status === 200);
  });

  it('are limited in all, while requests still get through', async () => {
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
      await eventually(async () => (await open(address)).status === 200);
    const refused = await open('192.0.2.5');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(30);
    expect((await system.registerAgent()).id).toEqual(expect.any(String));
  });

  it('free their place when they never began', async () => {
    await system.processes.get('lead-router')?.stop();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const refused = await open('203.0.113.9');
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('2');
    }
    await system.startService('lead-router');
    await eventually(async () => (await open('203.0.113.9')).status === 200);
  });
});

describe('the server', () => {
  it('answers a long address with 414', async () => {
    const response = await fetch(`${system.gateway.url}/api/leads?search=${'a'.repeat(9_000)}`);
    expect(response.status).toBe(414);
    expect(response.headers.get('content-type')).toMatch('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'URL_TOO_LONG' });
  });

  it('gives up on a request whose body does not arrive', async () => {
    const socket = connect(system.port, '127.0.0.1').setEncoding('utf8');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    let answer = '';
    socket.on('data', (data: string) => (answer += data));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"REQUEST_TIMEOUT"/);
  });
});

describe('the API docs', () => {
  const statuses = async (url: string): Promise<number[]> =>
    Promise.all(
      ['/api/docs', '/api/docs-json', '/api/docs-yaml', '/api/docs/swagger-ui-init.js'].map(
        async (path) => (await fetch(`${url}${path}`)).status,
      ),
    );

  it('are served unless a setting closes them', async () => {
    expect(await statuses(system.gateway.url)).toEqual([200, 200, 200, 200]);
    const closed = await system.startGatewayProcess({ API_DOCS: 'closed' });
    try {
      expect(await statuses(closed.url)).toEqual([404, 404, 404, 404]);
      const answer = await fetch(`${closed.url}/api/docs-json`);
      expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    } finally {
      await closed.close();
    }
  });
});

describe('open requests', () => {
  /** Begins a request whose body never comes. */
  const beginRequest = async (forwardedFor: string) => {
    const { hostname, port } = new URL(system.gateway.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST /api/check-email HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwardedFor}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    return socket;
  };
  const statusFrom = async (forwardedFor: string): Promise<number> =>
    (await fetch(`${system.gateway.url}/api/config`, { headers: { 'x-forwarded-for': forwardedFor } }))
      .status;

  it('are limited for each network behind the proxy, however the proxy writes its addresses', async () => {
    const spellings = ['203.0.113.9:1', '"203.0.113.9:2"', '::ffff:203.0.113.9', '203.0.113.9'];
    const sockets: Socket[] = [];
    await eventually(async () => {
      // Those of the attempt before may have timed out already.
      sockets.push(...(await Promise.all([...spellings, ...spellings].slice(0, 6).map(beginRequest))));
      return (await statusFrom('[::ffff:203.0.113.9]:7')) === 429;
    });
    expect(await statusFrom('203.0.113.10:1')).toBe(200);
    for (const socket of sockets) socket.destroy();
    await eventually(async () => (await statusFrom('203.0.113.9')) === 200);
  });
});
