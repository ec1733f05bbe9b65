import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from '@jest/globals';
import { ApiClient } from './api-client.js';
import { confirmAddress } from './sample-agents.js';
import { fetchFrom } from './fetch-from.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/**
 * Starts a server that plays the gateway and the sandbox. Only tokens that begin with `new` are valid; all others have
 * expired.
 */
async function start(inbox: string[], resent: string[]): Promise<{ url: string; confirmed: string[] }> {
  const confirmed: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { token } = (request.method === 'POST' ? await json(request) : {}) as { token?: string };
      if (request.url?.startsWith('/sandbox/mails') === true) {
        const mails = inbox.map((each) => ({ text: `Confirm: https://x.test/confirm-email#token=${each}` }));
        response.end(JSON.stringify({ mails }));
      } else if (request.url === '/api/user/resend-confirmation') {
        inbox.push(...resent);
        response.end('{}');
      } else if (token?.startsWith('new') === true) {
        confirmed.push(token);
        response.end('{}');
      } else response.writeHead(410).end(JSON.stringify({ code: 'LINK_EXPIRED' }));
    })();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, confirmed };
}

it('uses the newest link that is valid', async () => {
  const { url, confirmed } = await start(['old-1', 'new-1', 'old-2'], []);
  await confirmAddress(new ApiClient(url), 'ada@example.com', url);
  expect(confirmed).toEqual(['new-1']);
});

it('requests another email if the inbox has only expired links, such as those of an erased account', async () => {
  const { url, confirmed } = await start(['old-1', 'old-2'], ['new-2']);
  await confirmAddress(new ApiClient(url), 'ada@example.com', url);
  expect(confirmed).toEqual(['new-2']);
});

it('names the server that does not answer', async () => {
  await expect(fetchFrom('http://127.0.0.1:1/sandbox/mails?to=ada%40example.com')).rejects.toThrow(
    'http://127.0.0.1:1 did not answer: ',
  );
  await expect(new ApiClient('http://127.0.0.1:1').call('GET', '/api/auth/user')).rejects.toThrow(
    'http://127.0.0.1:1 did not answer: ',
  );
});
