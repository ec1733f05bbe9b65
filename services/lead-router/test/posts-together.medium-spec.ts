import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID, type UUID } from 'node:crypto';
import { type Lead } from '@desk/contracts';
import { Batcher } from '@desk/outbox';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture([{}]);
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.reset();
  await fixture.query("UPDATE funnels SET required_fields = '{}'");
});

interface Post {
  readonly lead: Lead;
  readonly key?: string;
  readonly funnelId?: UUID;
}

/** Holds posts back until all have come, so that the only copy decides them together. */
async function postTogether(posts: readonly Post[]) {
  const prototype: Batcher<unknown, unknown> = Batcher.prototype;
  const { add } = prototype;
  const held: (() => void)[] = [];
  const holding = jest.spyOn(prototype, 'add').mockImplementation(function (this: typeof prototype, item) {
    return new Promise((resolve, reject) => {
      held.push(AsyncLocalStorage.bind(() => void add.call(this, item).then(resolve, reject)));
      if (held.length === posts.length) held.forEach((release) => release());
    });
  });
  try {
    return await Promise.allSettled(
      posts.map(({ lead, key, funnelId }) => fixture.post(lead, key, funnelId)),
    );
  } finally {
    holding.mockRestore();
  }
}

/** Leads that nobody can buy, so that only their insertion has written their rows. */
const listTransactions = (leadIds: readonly string[]) =>
  fixture.query<{ xmin: string }>('SELECT DISTINCT xmin::text FROM leads WHERE id = ANY ($1)', [leadIds]);

const idOf = (answer: PromiseSettledResult<{ leadId: string }> | undefined): string =>
  answer?.status === 'fulfilled' ? answer.value.leadId : '';

test('each post is answered as if it came alone, and the rejected ones leave nothing behind', async () => {
  await fixture.query("UPDATE funnels SET required_fields = '{reference}'");
  const newWithReference = (over: Partial<Lead> = {}) => newLead({ reference: 'A-1', ...over });
  const known = newWithReference();
  const keyed = newWithReference();
  const { leadId: knownId } = await fixture.post(known);
  const { leadId: keyedId } = await fixture.post(keyed, 'repeated');
  await fixture.post(newWithReference(), 'used');
  const [one, other] = [newWithReference(), newWithReference()];
  const rejected = newWithReference({ phone: known.phone });
  const answers = await postTogether([
    { lead: one },
    { lead: newWithReference(), funnelId: randomUUID() },
    { lead: newLead() },
    { lead: rejected },
    { lead: keyed, key: 'repeated' },
    { lead: newWithReference(), key: 'used' },
    { lead: other, key: 'new' },
  ]);
  expect(answers).toMatchObject([
    { value: { replayed: false } },
    { reason: { code: 'UNKNOWN_FUNNEL_KEY' } },
    { reason: { code: 'INVALID_REQUEST', fields: [{ field: 'reference' }] } },
    { reason: { code: 'DUPLICATE_LEAD' } },
    { value: { replayed: true, leadId: keyedId } },
    { reason: { code: 'IDEMPOTENCY_MISMATCH' } },
    { value: { replayed: false } },
  ]);
  expect(await listTransactions([idOf(answers[0]), idOf(answers[6])])).toHaveLength(1);
  const claimed = await fixture.query<{ leads: number }>(
    `SELECT count(DISTINCT lead_id)::int AS leads FROM lead_fingerprints
      WHERE lead_id <> ALL (ARRAY(SELECT id FROM leads)) OR lead_id = $1`,
    [knownId],
  );
  expect(claimed).toEqual([{ leads: 1 }]);
  await expect(fixture.post(newWithReference({ email: one.email }))).rejects.toMatchObject({
    code: 'DUPLICATE_LEAD',
  });
  // The rejected post with the known phone has not claimed its email address.
  expect(await fixture.post(newWithReference({ email: rejected.email }))).toMatchObject({ replayed: false });
});

test('one of two posts of one person is accepted, and so are their neighbors', async () => {
  const person = newLead();
  const answers = await postTogether([
    { lead: person },
    { lead: { ...newLead(), email: person.email } },
    { lead: newLead() },
  ]);
  const ofPerson = answers.slice(0, 2).map((answer) => answer.status);
  expect(ofPerson.toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(answers[2]).toMatchObject({ value: { replayed: false } });
});

test('a post whose key is in use waits alone', async () => {
  const unlock = await fixture.lockIdempotencyKey('taken');
  const answers = await postTogether([{ lead: newLead() }, { lead: newLead(), key: 'taken' }]);
  await unlock();
  expect(answers).toMatchObject([
    { value: { replayed: false } },
    { reason: { code: 'IDEMPOTENCY_IN_FLIGHT' } },
  ]);
});

test('posts get buyers in the order in which they came, within their limits', async () => {
  const buyers = [await fixture.addBuyer({ limit: 2 }), await fixture.addBuyer({ limit: 1 })];
  const answers = await postTogether(Array.from({ length: 4 }, () => ({ lead: newLead() })));
  const rows = await fixture.query<{ buyer_id: string | null; xmin: string | null }>(
    `SELECT o.buyer_id, o.xmin::text FROM unnest($1::uuid[]) WITH ORDINALITY AS post (lead_id, place)
       LEFT JOIN lead_offers o ON o.lead_id = post.lead_id ORDER BY post.place`,
    [answers.map(idOf)],
  );
  const [first, second] = buyers;
  expect(rows.map((row) => row.buyer_id)).toEqual([first, second, first, null]);
  expect(new Set(rows.slice(0, 3).map(({ xmin }) => xmin)).size).toBe(1);
});

test('several copies accept each person once', async () => {
  await fixture.restart([{}, {}]);
  const persons = Array.from({ length: 12 }, () => newLead());
  const posts = [0, 1, 2].flatMap((copy) =>
    persons.map((person, place) => ({
      ...person,
      fullName: `Copy ${copy}`,
      email: persons[(place + copy) % 12]?.email ?? '',
    })),
  );
  const answers = await Promise.allSettled(posts.map((lead) => fixture.post(lead)));
  const accepted = posts.filter((_, index) => answers[index]?.status === 'fulfilled');
  expect(new Set(accepted.map(({ phone }) => phone)).size).toBe(accepted.length);
  expect(new Set(accepted.map(({ email }) => email)).size).toBe(accepted.length);
  expect(accepted.length).toBeGreaterThan(0);
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'DUPLICATE_LEAD' });
});
