import { expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { allowPages } from './allow-pages.js';

const page = 'https://page.example';

/** Returns the status of a request that every guard refuses, and whether a page of this origin may read it. */
async function request(
  path: string,
  origin: string,
  method = 'POST',
  includes = (origin: string): boolean => origin === page,
) {
  const app = express();
  app.use(allowPages({ includes: (asked) => Promise.resolve(asked).then(includes) }));
  app.use((_request, response) => void response.status(503).end());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { origin },
    });
    return [status, headers.get('access-control-allow-origin')];
  } finally {
    server.close();
  }
}

it.each(['/api/ingest/leads', '/api/ingest/in/fna_unknown', '/api/ingest/nothing'])(
  'lets the pages of funnels read why a post to %s is refused',
  async (path) => {
    expect(await request(path, page)).toEqual([503, page]);
    expect(await request(path, 'https://other.example')).toEqual([503, null]);
  },
);

it('lets no page read other answers', async () => {
  expect(await request('/api/auth/login', page)).toEqual([503, null]);
});

it('answers preflights', async () => {
  expect(await request('/api/ingest/leads', page, 'OPTIONS')).toEqual([204, page]);
  expect(await request('/api/ingest/leads', 'https://other.example', 'OPTIONS')).toEqual([403, null]);
});

it('still answers while the origins of funnels are unknown', async () => {
  const fail = () => {
    throw new Error('busy');
  };
  expect(await request('/api/ingest/leads', page, 'POST', fail)).toEqual([503, null]);
});
