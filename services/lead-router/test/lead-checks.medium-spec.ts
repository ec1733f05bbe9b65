import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { acceptLead, checkLead, type Lead } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';
import { type Fixture, hashLead, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  await fixture.reset();
  await fixture.query('TRUNCATE test_leads');
  await fixture.query(
    "UPDATE funnels SET mode = 'live', required_fields = '{}', requires_consent_proof = false",
  );
});

/** A check waits two seconds for a key in use, of the three that a gateway waits for the answer. */
const checkPatiently = { ...checkLead, timeoutMs: 60_000 };
const check = (lead: Lead, idempotencyKey: string | null = null, key = 'fk_test') =>
  fixture.client.send(checkPatiently, {
    keyHash: hashFunnelKey(key),
    funnelId: fixture.funnelId,
    idempotencyKey,
    bodyHash: hashLead(lead),
    lead,
  });
/** Posts a lead as it is after the phone look-up. The body hash does not include the look-up. */
const postLookedUp = (lead: Lead, idempotencyKey: string | null = null) =>
  fixture.client.send(acceptLead, {
    keyHash: hashFunnelKey('fk_test'),
    funnelId: fixture.funnelId,
    idempotencyKey,
    bodyHash: hashLead(lead),
    lead: { ...lead, phoneCheck: 'Verified mobile' },
  });
const countRows = async (): Promise<number> =>
  (await fixture.query('SELECT 1 FROM leads UNION ALL SELECT 1 FROM lead_fingerprints')).length;

describe('a check of a lead', () => {
  test('finds no fault with a new one, and stores nothing', async () => {
    const lead = newLead();
    expect(await check(lead, 'key-1')).toEqual({ accepted: null });
    expect(await countRows()).toBe(0);
    expect(await postLookedUp(lead, 'key-1')).toMatchObject({ replayed: false });
  });

  test('returns what was accepted with the same key, and later without one for a minute', async () => {
    const lead = newLead();
    const first = await postLookedUp(lead, 'key-1');
    expect(await check(lead, 'key-1')).toEqual({ accepted: { ...first, replayed: true } });
    expect(await check(lead)).toEqual({ accepted: { ...first, replayed: true } });
    await fixture.query("UPDATE leads SET created_at = now() - interval '2 minutes'");
    expect(await check(lead, 'key-1')).toMatchObject({ accepted: { leadId: first.leadId } });
    await expect(check(lead)).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
  });

  test('refuses what acceptance would refuse', async () => {
    const known = newLead();
    const { receivedAt } = await postLookedUp(known, 'key-1');
    await expect(check(newLead(), 'key-1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    for (const field of ['phone', 'email'] as const)
      await expect(check(newLead({ [field]: known[field] }))).rejects.toMatchObject({
        code: 'DUPLICATE_LEAD',
        info: { first_received_at: receivedAt },
      });
    await expect(check(newLead(), null, 'other')).rejects.toMatchObject({ code: 'UNKNOWN_FUNNEL_KEY' });
    await fixture.query('UPDATE funnels SET requires_consent_proof = true');
    await expect(check(newLead())).rejects.toMatchObject({ code: 'CONSENT_REQUIRED' });
  });

  test('returns what was accepted before the funnel became stricter', async () => {
    const [withKey, withoutKey] = [newLead(), newLead()];
    const accepted = [await postLookedUp(withKey, 'key-1'), await postLookedUp(withoutKey)];
    await fixture.query('UPDATE funnels SET requires_consent_proof = true');
    const replays = accepted.map((lead) => ({ accepted: { ...lead, replayed: true } }));
    expect([await check(withKey, 'key-1'), await check(withoutKey)]).toEqual(replays);
  });

  test('is refused while a post with the same key is being accepted', async () => {
    const lead = newLead();
    const unlock = await fixture.lockIdempotencyKey('key-2');
    try {
      await expect(check(lead, 'key-2')).rejects.toMatchObject({
        code: 'IDEMPOTENCY_IN_FLIGHT',
      });
    } finally {
      await unlock();
    }
    expect(await check(lead, 'key-2')).toEqual({ accepted: null });
  });

  test('accepts one lead among concurrent checks and posts', async () => {
    const lead = newLead();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        // What is not answered in time is sent again, as funnels do.
        eventually(async () =>
          index % 2 === 0 ? check(lead, 'key-3') : { accepted: await postLookedUp(lead, 'key-3') },
        ),
      ),
    );
    const ids = answers.flatMap(({ accepted }) => accepted?.leadId ?? []);
    expect(new Set(ids).size).toBe(1);
    expect(await fixture.query('SELECT 1 FROM leads')).toHaveLength(1);
  });
});

describe('in test mode, a check', () => {
  beforeEach(() => fixture.query("UPDATE funnels SET mode = 'test'"));

  test('returns what was accepted with the same key, and nothing without one', async () => {
    const lead = newLead();
    expect(await check(lead, 'test-1')).toEqual({ accepted: null });
    const first = await postLookedUp(lead, 'test-1');
    expect(first.test).toBeDefined();
    expect(await check(lead, 'test-1')).toEqual({ accepted: { ...first, replayed: true } });
    expect(await check(lead)).toEqual({ accepted: null });
    await expect(check(newLead(), 'test-1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  });

  test('returns what was accepted even if the person was bought since', async () => {
    const lead = newLead();
    const first = await postLookedUp(lead, 'test-1');
    await fixture.query("UPDATE funnels SET mode = 'live'");
    await postLookedUp(lead);
    await fixture.query("UPDATE funnels SET mode = 'test'");
    const replay = { ...first, replayed: true };
    expect(await check(lead, 'test-1')).toEqual({ accepted: replay });
    expect(await postLookedUp(lead, 'test-1')).toEqual(replay);
    await expect(check({ ...lead, zipCode: '10002' }, 'test-2')).rejects.toMatchObject({
      code: 'DUPLICATE_LEAD',
    });
  });
});
