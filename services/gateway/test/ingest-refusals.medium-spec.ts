import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RefusedPost } from '@desk/contracts';
import { RejectionCounter } from '../src/ingest/rejection-counter.js';
import type { Browser } from './browser.js';
import { insertFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

const KEY = 'fk_refusals';
const url = '/api/ingest/leads';
let system: TestSystem;
let funnelId: string;

beforeAll(async () => {
  system = await TestSystem.start();
  funnelId = await insertFunnel(system, KEY);
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

describe('the list of refused posts', () => {
  let admin: Browser;
  beforeAll(async () => {
    admin = await system.createAdmin();
  });
  const list = (query: Record<string, string> = {}) =>
    admin.get<{ posts: RefusedPost[]; next: string | null }>(
      `/api/admin/funnels/${funnelId}/refused-posts?${new URLSearchParams(query).toString()}`,
    );

  it('has the time, the reason and the fields of a post, and nothing that was posted', async () => {
    const from = Date.now();
    const lead = createLead({ email: 'nobody-at-all', zip: 'none' });
    expect((await send({}, JSON.stringify(lead))).status).toBe(422);
    const to = Date.now();
    await system.gateway.app.get(RejectionCounter).flush();
    const { status, body } = await list({ reason: 'invalid', field: 'email' });
    expect(status).toBe(200);
    expect(body).toEqual({
      posts: [
        {
          id: expect.any(String),
          refusedAt: expect.any(String),
          reason: 'invalid',
          fields: ['email', 'zip_code'],
        },
      ],
      next: null,
    });
    const refusedAt = Date.parse(body.posts[0]?.refusedAt ?? '');
    expect(refusedAt).toBeGreaterThanOrEqual(from);
    expect(refusedAt).toBeLessThanOrEqual(to);
    const stored = await system.query('lead-router', 'SELECT p::text FROM refused_posts p');
    expect(JSON.stringify(stored)).not.toMatch(/nobody-at-all|Rosa/i);
  });

  it('continues after the last post of a page', async () => {
    await system.query(
      'lead-router',
      `INSERT INTO refused_posts (funnel_id, refused_at, reason, fields)
       SELECT $1, now() - n * interval '1 s', 'consent_missing', '{}' FROM generate_series(1, 26) n`,
      [funnelId],
    );
    const first = await list({ reason: 'consent_missing' });
    expect(first.body.posts).toHaveLength(25);
    const second = await list({ reason: 'consent_missing', after: first.body.next ?? '' });
    expect(second.body).toMatchObject({ posts: [{ reason: 'consent_missing' }], next: null });
    expect(first.body.posts).not.toContainEqual(second.body.posts[0]);
  });

  it.each([
    ['reason', 'none', 'Reason'],
    ['field', 'nickname', 'Field'],
    ['after', 'yesterday', 'After'],
  ])('rejects another %s', async (name, value, label) => {
    expect(await list({ [name]: value })).toMatchObject({
      status: 422,
      body: { errors: [{ field: name, message: expect.stringContaining(label) }] },
    });
  });
});
