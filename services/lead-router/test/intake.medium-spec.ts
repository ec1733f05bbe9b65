import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { authenticateFunnel, countRejection, getLeadStatus } from '@desk/contracts';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';
import { someLead } from './lead-router.harness.js';
import { startWorld, type World } from './lead-router.world.js';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

describe('intake', () => {
  test('a funnel is known by the hash of its key', async () => {
    await expect(
      world.client.send(authenticateFunnel, { keyHash: hashFunnelKey('fk_test') }),
    ).resolves.toEqual({
      funnelId: world.funnelId,
      name: 'Test funnel',
    });
    await expect(
      world.client.send(authenticateFunnel, { keyHash: hashFunnelKey('other') }),
    ).rejects.toMatchObject({
      code: 'UNKNOWN_FUNNEL_KEY',
    });
  });

  test('a lead is committed when the answer comes, at the price that is charged', async () => {
    const { leadId, replayed } = await world.post(someLead());
    expect(replayed).toBe(false);
    const [row] = await world.query<{ price: string; is_available: boolean }>(
      'SELECT * FROM leads WHERE id = $1',
      [leadId],
    );
    expect(row).toMatchObject({ price: '80.00', is_available: true });
  });

  test('the same idempotency key is the same lead, also at once, and refuses another body', async () => {
    const lead = someLead();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.post(lead, 'key-1')));
    expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(world.post(someLead(), 'key-1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  });

  test('the same body within a minute is the same lead', async () => {
    const lead = someLead();
    const first = await world.post(lead);
    await expect(world.post(lead)).resolves.toEqual({ ...first, replayed: true });
  });

  test.each(['phone', 'email'] as const)(
    'a known %s is a duplicate and leaves nothing behind',
    async (field) => {
      const first = someLead();
      await world.post(first);
      const second = someLead({ [field]: first[field] });
      await expect(world.post(second)).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
      await expect(world.query('SELECT 1 FROM leads')).resolves.toHaveLength(1);
      await expect(world.query('SELECT 1 FROM lead_fingerprints')).resolves.toHaveLength(2);
    },
  );

  test('of ten posts of one person at once with different bodies, one is taken', async () => {
    const lead = someLead();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => world.post({ ...lead, zipCode: String(10_000 + index) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('after the window the same person is a new lead', async () => {
    const lead = someLead();
    await world.post(lead);
    await world.query("UPDATE lead_fingerprints SET seen_at = now() - interval '31 days'");
    await expect(world.post({ ...lead, zipCode: '99999' })).resolves.toMatchObject({ replayed: false });
  });

  test('a funnel that was switched off is refused, and rejections are counted', async () => {
    await expect(world.post(someLead(), null, randomUUID())).rejects.toMatchObject({
      code: 'UNKNOWN_FUNNEL_KEY',
    });
    await world.client.send(countRejection, { funnelId: world.funnelId, reason: 'invalid' });
    await world.client.send(countRejection, { funnelId: world.funnelId, reason: 'invalid' });
    await world.client.send(countRejection, { funnelId: null, reason: 'unknown_key' });
    await expect(world.query('SELECT reason, count FROM rejections ORDER BY reason')).resolves.toEqual([
      { reason: 'invalid', count: '2' },
      { reason: 'unknown_key', count: '1' },
    ]);
  });

  test('a lead is shown to the funnel that sent it and to no other', async () => {
    const { leadId } = await world.post(someLead());
    await expect(world.client.send(getLeadStatus, { funnelId: randomUUID(), leadId })).rejects.toMatchObject({
      code: 'LEAD_NOT_FOUND',
    });
  });
});
