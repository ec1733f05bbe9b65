import { randomUUID } from 'node:crypto';
import {
  createLeadView,
  deleteLeadView,
  LEAD_VIEWS_MAX,
  listLeadViews,
  type NewLeadView,
} from '@desk/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from './lead-router.fixture.js';

let router: Fixture;
let buyerId: string;

beforeAll(async () => {
  router = await startFixture();
});
afterAll(() => router.stop());
beforeEach(async () => {
  await router.reset();
  buyerId = await router.addBuyer({ card: false });
});

const texas: NewLeadView = { name: 'Texas', filters: { state: 'TX', reminder: 'today', search: 'Ellison' } };
const create = (view = texas, viewId: string = randomUUID()) =>
  router.client.send(createLeadView, { ...view, buyerId, viewId });
const list = async (of = buyerId) => (await router.client.send(listLeadViews, { buyerId: of })).views;

test('lists the views of their agent, the oldest first, until they are deleted', async () => {
  const first = await create();
  expect(first).toEqual({ ...texas, id: first.id });
  const second = await create({ name: 'All', filters: {} });
  const other = await router.addBuyer({ card: false });
  await expect(list()).resolves.toEqual([first, second]);
  await expect(list(other)).resolves.toEqual([]);

  await router.client.send(deleteLeadView, { buyerId: other, viewId: first.id });
  await expect(list()).resolves.toHaveLength(2);
  for (let time = 0; time < 2; time += 1)
    await router.client.send(deleteLeadView, { buyerId, viewId: first.id });
  await expect(list()).resolves.toEqual([second]);
});

test('saves a repeated request once, and returns what it saved', async () => {
  const saved = await create();
  await expect(create({ ...texas, name: 'Other' }, saved.id)).resolves.toEqual(saved);
  const viewId = randomUUID();
  await Promise.all([create(texas, viewId), create(texas, viewId)]);
  await expect(list()).resolves.toHaveLength(2);
});

test('saves no more than the limit, also from several windows at once', async () => {
  const first = await create();
  for (let count = 2; count < LEAD_VIEWS_MAX; count += 1) await create();
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => create()));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(create()).rejects.toMatchObject({ code: 'TOO_MANY_LEAD_VIEWS' });
  await expect(create(texas, first.id)).resolves.toEqual(first);
  await expect(list()).resolves.toHaveLength(LEAD_VIEWS_MAX);
  await router.client.send(deleteLeadView, { buyerId, viewId: first.id });
  await expect(create()).resolves.toMatchObject(texas);
});

test('stores nothing readable', async () => {
  await create();
  const [row] = await router.query<{ text: string }>('SELECT v::text AS text FROM lead_views v');
  expect(row?.text).toMatch(/enc:/);
  expect(row?.text).not.toMatch(/texas|ellison/i);
});

test('saves views of an agent whose account is so new that it is not known here', async () => {
  buyerId = randomUUID();
  await create();
  expect(await list()).toHaveLength(1);
});

test('refuses an agent who was erased', async () => {
  await router.query('UPDATE buyers SET erased_at = now() WHERE id = $1', [buyerId]);
  await expect(create()).rejects.toMatchObject({ code: 'BUYER_NOT_FOUND' });
});
