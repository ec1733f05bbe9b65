import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

const KEY = 'fk_refusals';
const url = '/api/ingest/leads';
let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
  const funnelId = randomUUID();
  await system.query('lead-router', 'INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Refusals']);
  await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
    createHash('sha256').update(KEY).digest('hex'),
    funnelId,
    'fk_refus',
  ]);
});
afterAll(() => system.stop());

const send = (headers: Record<string, string>, body = '{}', query = ''): Promise<Response> =>
  fetch(`${system.gateway.url}${url}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-funnel-key': KEY, ...headers },
    body,
  });

it.each<[string, () => Promise<Response>, number, Record<string, string>, string]>([
  ['GET', () => fetch(`${system.gateway.url}/api/ingest/leads`), 405, { allow: 'POST' }, 'Send POST'],
  [
    'PUT of a lead',
    () => fetch(`${system.gateway.url}/api/ingest/leads/${randomUUID()}`, { method: 'PUT' }),
    405,
    { allow: 'GET, HEAD' },
    'does not take PUT',
  ],
  ['no key', () => send({ 'x-funnel-key': '' }), 401, {}, 'The funnel key is missing.'],
  [
    'a key in the query string',
    () => send({ 'x-funnel-key': '' }, '{}', '?funnel_key=x'),
    401,
    {},
    'A key in the address (funnel_key) is not read',
  ],
  [
    'a key in the body',
    () => send({ 'x-funnel-key': '' }, '{"api_key":"x"}'),
    401,
    {},
    'A key in the body (api_key) is not read',
  ],
  [
    'another header',
    () => send({ 'x-funnel-key': '', 'x-api-key': 'x' }),
    401,
    {},
    'A key in the header x-api-key is not read',
  ],
  [
    'another scheme',
    () => send({ 'x-funnel-key': '', authorization: 'Digest eDp5' }),
    401,
    {},
    'must be of the form "Bearer <key>"',
  ],
  ['an array', () => send({}, '[{}]'), 400, {}, '/api/ingest/leads/batch'],
  [
    'another content type',
    () => send({ 'content-type': 'application/xml' }, '<lead/>'),
    415,
    { accept: 'application/json, application/x-www-form-urlencoded' },
    'application/json or application/x-www-form-urlencoded',
  ],
  [
    'a form with files',
    () => send({ 'content-type': 'multipart/form-data; boundary=x' }, '--x--'),
    415,
    { accept: 'application/json, application/x-www-form-urlencoded' },
    'Content-Type',
  ],
])(
  'tells what is wrong with %s, and what would be right',
  async (_what, request, status, headers, detail) => {
    const response = await request();
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    expect(((await response.json()) as { detail: string }).detail).toContain(detail);
  },
);

it.each(['application/json; charset=utf8', 'application/json;charset="UTF-8"', 'application/json'])(
  'reads %s',
  async (contentType) => {
    const response = await send({ 'content-type': contentType }, JSON.stringify(createLead()));
    expect(response.status).toBe(201);
  },
);
