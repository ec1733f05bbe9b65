import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  countRejections,
  listRefusedPosts,
  MAX_REFUSED_POSTS,
  type NewRefusedPost,
  type RequestOf,
} from '@desk/contracts';
import { type Fixture, startFixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

const start = Date.parse('2026-11-22T14:00:00.000Z');
const timeOf = (second: number): string => new Date(start + second * 1_000).toISOString();
const refused = (second: number, changes: Partial<NewRefusedPost> = {}): NewRefusedPost => ({
  funnelId: fixture.funnelId,
  refusedAt: timeOf(second),
  reason: 'invalid',
  fields: ['email'],
  ...changes,
});
const store = (refusedPosts: NewRefusedPost[], batchId: string = randomUUID()) =>
  fixture.client.send(countRejections, { batchId, counts: [], refusedPosts });
const list = async (request: Partial<RequestOf<typeof listRefusedPosts>> = {}) => {
  const all = { funnelId: fixture.funnelId, reason: null, field: null, after: null, limit: 100 };
  return (await fixture.client.send(listRefusedPosts, { ...all, ...request })).posts;
};
const listTimes = async (request: Partial<RequestOf<typeof listRefusedPosts>> = {}) =>
  (await list(request)).map(({ refusedAt }) => refusedAt);

test('lists the posts of a batch once, however often it arrives, newest first', async () => {
  const batch = [
    refused(0, { fields: ['email', 'zip_code'] }),
    refused(1, { reason: 'duplicate', fields: [] }),
  ];
  const batchId = randomUUID();
  await Promise.all([store(batch, batchId), store(batch, batchId)]);
  await store(batch, batchId);
  expect(await list()).toEqual([
    { id: expect.any(String), refusedAt: timeOf(1), reason: 'duplicate', fields: [] },
    { id: expect.any(String), refusedAt: timeOf(0), reason: 'invalid', fields: ['email', 'zip_code'] },
  ]);
});

test('filters the list by reason and by field', async () => {
  await store([
    refused(0),
    refused(1, { fields: ['phone', 'email'] }),
    refused(2, { reason: 'malformed', fields: [] }),
  ]);
  expect(await listTimes({ reason: 'malformed' })).toEqual([timeOf(2)]);
  expect(await listTimes({ field: 'phone' })).toEqual([timeOf(1)]);
  expect(await listTimes({ reason: 'invalid', field: 'email' })).toEqual([timeOf(1), timeOf(0)]);
  expect(await listTimes({ reason: 'malformed', field: 'email' })).toEqual([]);
});

test('lists pages that neither repeat nor omit posts of the same time', async () => {
  await store([0, 0, 0, 1, 1].map((second) => refused(second)));
  const ids: string[] = [];
  for (let after = null; ;) {
    const posts = await list({ after, limit: 2 });
    ids.push(...posts.map(({ id }) => id));
    const last = posts.at(-1);
    if (!last || posts.length < 2) break;
    after = { refusedAt: last.refusedAt, id: last.id };
  }
  expect(ids).toEqual((await list()).map(({ id }) => id));
  expect(new Set(ids).size).toBe(5);
});

test('keeps the newest 1,000 posts of each funnel', async () => {
  const otherFunnel = randomUUID();
  await fixture.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [otherFunnel, 'Other funnel']);
  await store([refused(0, { funnelId: otherFunnel })]);
  const posts = Array.from({ length: MAX_REFUSED_POSTS + 100 }, (_, second) => refused(second));
  // A batch that is late must not push out newer posts.
  await store(posts.slice(600));
  await Promise.all([store(posts.slice(0, 300)), store(posts.slice(300, 600))]);
  const [kept] = await fixture.query(
    'SELECT count(*)::int AS posts, min(refused_at) AS oldest FROM refused_posts WHERE funnel_id = $1',
    [fixture.funnelId],
  );
  expect(kept).toEqual({ posts: MAX_REFUSED_POSTS, oldest: new Date(timeOf(100)) });
  expect(await listTimes({ funnelId: otherFunnel })).toEqual([timeOf(0)]);
});

test('stores no post of an unknown funnel, and none for a gateway that sends only counts', async () => {
  const count = { funnelId: fixture.funnelId, day: '2026-11-22', reason: 'invalid' as const, count: 1 };
  await fixture.client.send(countRejections, { batchId: randomUUID(), counts: [count] });
  await store([refused(0, { funnelId: randomUUID() })]);
  expect(await fixture.query('SELECT FROM refused_posts')).toEqual([]);
});
