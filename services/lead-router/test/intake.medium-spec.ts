import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  authenticateFunnel,
  countRejections,
  getLeadStatus,
  LEAD_PRICE_CENTS,
  leadSold,
  setService,
  toDecimal,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';
import { MAX_WAITING_FOR_BUYERS } from '../src/routing/routing.controller.js';
import { newLead } from './lead-router.harness.js';
import { byBuyer, startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.reset());

describe('intake', () => {
  test('authenticates a funnel by the hash of its key', async () => {
    await expect(
      fixture.client.send(authenticateFunnel, { keyHash: hashFunnelKey('fk_test') }),
    ).resolves.toEqual({
      funnelId: fixture.funnelId,
      name: 'Test funnel',
      allowedOrigins: [],
      requestsPerSecond: null,
      phoneVerification: 'off',
      isPaused: false,
      mapping: null,
      keyKind: 'server',
    });
    await expect(
      fixture.client.send(authenticateFunnel, { keyHash: hashFunnelKey('other') }),
    ).rejects.toMatchObject({
      code: 'UNKNOWN_FUNNEL_KEY',
    });
  });

  test('stores and delivers the result of the phone number look-up', async () => {
    await fixture.addBuyer();
    const offer = await fixture.sell({ phoneCheck: 'Verified landline' });
    const [stored] = await fixture.query<{ phone_check: string }>(
      'SELECT phone_check FROM leads WHERE id = $1',
      [offer.lead_id],
    );
    expect(stored?.phone_check).toBe('Verified landline');
    expect(await fixture.listPublished(leadSold)).toMatchObject([
      { leadId: offer.lead_id, lead: { phoneCheck: 'Verified landline' } },
    ]);
  });

  test('accepts leads while other work waits for one row on all the connections it may use', async () => {
    const buyerId = await fixture.addBuyer({ card: false });
    const unlock = await fixture.lockBuyer(buyerId);
    const waiting = Array.from({ length: 80 }, () =>
      fixture.client.send(setService, { ...byBuyer(buyerId), serviceEnabled: false }).catch(() => undefined),
    );
    try {
      // Two copies with 20 connections each.
      await eventually(async () => (await fixture.countLockWaiters()) >= 28);
      expect(await fixture.post(newLead())).toMatchObject({ replayed: false });
    } finally {
      await unlock();
      await Promise.all(waiting);
    }
  });

  test('leaves connections to other work while all leads wait for one buyer', async () => {
    const leads = 30;
    const buyerId = await fixture.addBuyer({ limit: leads });
    const unlock = await fixture.lockBuyer(buyerId);
    try {
      // A post that is not answered in time is sent again, as funnels do.
      const post = (lead = newLead()) => eventually(() => fixture.post(lead));
      await Promise.all(Array.from({ length: leads }, () => post()));
      await eventually(async () => (await fixture.countLockWaiters()) >= 2 * MAX_WAITING_FOR_BUYERS);
      // Each of the two copies has the limit. Sweeps and searches for waiting leads may also wait.
      expect(await fixture.countLockWaiters()).toBeLessThan(leads / 2);
    } finally {
      await unlock();
    }
    await eventually(
      async () => (await fixture.query("SELECT 1 FROM lead_offers WHERE status = 'open'")).length === leads,
    );
  });

  test('retries each lead at most once while many leads compete for one buyer', async () => {
    const leads = 100;
    await fixture.addBuyer({ limit: leads });
    const countTries = async () =>
      (await fixture.query("SELECT 1 FROM inbox WHERE message_id LIKE 'leads.route-lead~%'")).length;
    const triesBefore = await countTries();
    await Promise.all(Array.from({ length: leads }, () => fixture.post(newLead())));
    await eventually(
      async () => (await fixture.query("SELECT 1 FROM lead_offers WHERE status = 'open'")).length === leads,
    );
    await fixture.drain();
    expect((await countTries()) - triesBefore).toBeLessThanOrEqual(leads);
  });

  test('answers after the commit, and stores the price that is charged', async () => {
    const { leadId, replayed } = await fixture.post(newLead());
    expect(replayed).toBe(false);
    const [row] = await fixture.query('SELECT status, price FROM leads WHERE id = $1', [leadId]);
    expect(row).toEqual({ status: 'available', price: toDecimal(LEAD_PRICE_CENTS) });
  });

  test('accepts one lead per idempotency key, even concurrently, and rejects another body', async () => {
    const lead = newLead();
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixture.post(lead, 'key-1')));
    expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(fixture.post(newLead(), 'key-1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  });

  test('stores an idempotency key as a digest, which is no key itself', async () => {
    const lead = newLead();
    const key = 'rosa.valdez@example.com';
    await fixture.post(lead, key);
    const [stored] = await fixture.query<{ key: string }>('SELECT idempotency_key AS key FROM leads');
    expect(stored?.key).toMatch(/^[0-9a-f]{64}$/);
    await expect(fixture.post(newLead(), key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    await expect(fixture.post(newLead(), stored?.key)).resolves.toMatchObject({ replayed: false });
  });

  test('refuses a post while its idempotency key is in use, and accepts it afterwards', async () => {
    const lead = newLead();
    const unlock = await fixture.lockIdempotencyKey('key-2');
    try {
      await expect(fixture.post(lead, 'key-2')).rejects.toMatchObject({
        code: 'IDEMPOTENCY_IN_FLIGHT',
        info: { retryAfter: '1' },
      });
    } finally {
      await unlock();
    }
    await expect(fixture.post(lead, 'key-2')).resolves.toMatchObject({ replayed: false });
  });

  test('treats the same body within a minute as a replay', async () => {
    const lead = newLead();
    const first = await fixture.post(lead);
    await expect(fixture.post(lead)).resolves.toEqual({ ...first, replayed: true });
  });

  test.each(['phone', 'email'] as const)(
    'rejects a known %s as a duplicate and stores nothing',
    async (field) => {
      const first = newLead();
      const { receivedAt } = await fixture.post(first);
      const second = newLead({ [field]: first[field] });
      await expect(fixture.post(second)).rejects.toMatchObject({
        code: 'DUPLICATE_LEAD',
        info: { first_received_at: receivedAt },
      });
      await expect(fixture.query('SELECT 1 FROM leads')).resolves.toHaveLength(1);
      await expect(fixture.query('SELECT 1 FROM lead_fingerprints')).resolves.toHaveLength(2);
    },
  );

  test('accepts one of ten concurrent posts of one person', async () => {
    const lead = newLead();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => fixture.post({ ...lead, zipCode: String(10_000 + index) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('accepts the same person again after the duplicate window', async () => {
    const lead = newLead();
    await fixture.post(lead);
    await fixture.query("UPDATE lead_fingerprints SET seen_at = now() - interval '31 days'");
    await expect(fixture.post({ ...lead, zipCode: '99999' })).resolves.toMatchObject({ replayed: false });
  });

  test('counts a batch of rejections once, however often it arrives', async () => {
    const count = { day: '2026-11-22', reason: 'invalid' as const };
    const first = { batchId: randomUUID(), counts: [{ ...count, funnelId: fixture.funnelId, count: 7 }] };
    await fixture.client.send(countRejections, first);
    await fixture.client.send(countRejections, first);
    await fixture.client.send(countRejections, {
      batchId: randomUUID(),
      counts: [
        { ...count, funnelId: fixture.funnelId, count: 2 },
        { ...count, funnelId: null, count: 5 },
      ],
    });
    await expect(fixture.query('SELECT day::text, count FROM rejections ORDER BY count')).resolves.toEqual([
      { day: '2026-11-22', count: '5' },
      { day: '2026-11-22', count: '9' },
    ]);
  });

  test('shows a lead only to the funnel that posted it', async () => {
    const { leadId } = await fixture.post(newLead());
    const [funnelId, keyHash] = [randomUUID(), hashFunnelKey('fk_other')];
    await fixture.query('INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Other funnel']);
    await fixture.query('INSERT INTO funnel_keys VALUES ($1, $2, $3)', [keyHash, funnelId, 'fk_other']);
    await expect(fixture.client.send(getLeadStatus, { keyHash, funnelId, leadId })).rejects.toMatchObject({
      code: 'LEAD_NOT_FOUND',
    });
  });
});
