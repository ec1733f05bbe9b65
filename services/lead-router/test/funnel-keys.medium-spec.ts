import { randomUUID } from 'node:crypto';
import {
  acceptLead,
  authenticateFunnel,
  getLeadStatus,
  type PayloadOf,
  recordFunnelKeyChange,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';
import { FunnelKeys } from '../src/funnels/funnel-keys.js';
import { newLead } from './lead-router.harness.js';
import { type Fixture, hashLead, startFixture } from './lead-router.fixture.js';

let fixture: Fixture;
let keys: FunnelKeys;

beforeAll(async () => {
  fixture = await startFixture();
  keys = new FunnelKeys(await fixture.openDataSource(), 'ada');
});
afterAll(() => fixture.stop());

const unknownKey = expect.objectContaining({ code: 'UNKNOWN_FUNNEL_KEY' });
const funnelOf = async (key: string): Promise<string> =>
  (await fixture.client.send(authenticateFunnel, { keyHash: hashFunnelKey(key) })).funnelId;

/** Posts as a gateway does that has cached the key's funnel. */
function post(funnelId: string, key: string) {
  const lead = newLead();
  return fixture.client.send(acceptLead, {
    funnelId,
    keyHash: hashFunnelKey(key),
    idempotencyKey: null,
    bodyHash: hashLead(lead),
    lead,
  });
}

async function createFunnel() {
  const key = await keys.create(`Funnel ${randomUUID()}`);
  return { key, funnelId: await funnelOf(key) };
}

describe('a revoked key', () => {
  test('is refused from then on, also by copies that had found it valid before', async () => {
    const { key, funnelId } = await createFunnel();
    const { leadId } = await post(funnelId, key);
    await keys.revoke(key);
    // Both copies compete for these.
    for (let attempt = 0; attempt < 6; attempt += 1)
      await expect(post(funnelId, key)).rejects.toEqual(unknownKey);
    await expect(funnelOf(key)).rejects.toEqual(unknownKey);
    await expect(
      fixture.client.send(getLeadStatus, { funnelId, leadId, keyHash: hashFunnelKey(key) }),
    ).rejects.toEqual(unknownKey);
    await expect(fixture.query('SELECT 1 FROM leads WHERE funnel_id = $1', [funnelId])).resolves.toHaveLength(
      1,
    );
  });

  test('leaves the other keys of its funnel valid', async () => {
    const { key, funnelId } = await createFunnel();
    const next = await keys.add(funnelId);
    await keys.revoke(key);
    await expect(post(funnelId, next)).resolves.toMatchObject({ replayed: false });
    await expect(post(funnelId, key)).rejects.toEqual(unknownKey);
  });

  test('keeps the time of its first revocation', async () => {
    const { key, funnelId } = await createFunnel();
    await keys.revoke(key);
    const revokedAt = async () =>
      (await keys.list()).find((listed) => listed.funnelId === funnelId)?.revokedAt?.getTime();
    const first = await revokedAt();
    await keys.revoke(key);
    expect(first).toBeGreaterThan(0);
    expect(await revokedAt()).toBe(first);
  });
});

describe('a key', () => {
  test('can be revoked by its id in the list, which does not reveal it', async () => {
    const { key, funnelId } = await createFunnel();
    const listed = (await keys.list()).find((row) => row.funnelId === funnelId);
    expect(JSON.stringify(listed)).not.toContain(key.slice(8));
    await expect(keys.revoke(listed?.id ?? '')).resolves.toBe(hashFunnelKey(key));
    await expect(post(funnelId, key)).rejects.toEqual(unknownKey);
  });

  test('opens no other funnel', async () => {
    const mine = await createFunnel();
    const other = await createFunnel();
    await expect(post(other.funnelId, mine.key)).rejects.toEqual(unknownKey);
  });

  test.each(['', 'nobody', 'abcdef', '0123456789ab'])(
    'that does not exist cannot be revoked: %j',
    async (key) => {
      await expect(keys.revoke(key)).rejects.toThrow('0 keys match');
    },
  );
});

describe('a change of a key', () => {
  /** Returns what the audit log would receive. */
  async function waitForChanges(
    funnelId: string,
    count: number,
  ): Promise<PayloadOf<typeof recordFunnelKeyChange>[]> {
    return eventually(async () => {
      const published = await fixture.listPublished(recordFunnelKeyChange);
      const changes = published.filter((change) => change.funnelId === funnelId);
      return changes.length === count && changes.toSorted((a, b) => a.at.localeCompare(b.at));
    });
  }

  test('is published once, with its operator, never the key', async () => {
    const { key, funnelId } = await createFunnel();
    const next = await keys.add(funnelId);
    await keys.revoke(key);
    // Already revoked: nothing changes.
    await keys.revoke(key);
    const published = await waitForChanges(funnelId, 3);
    expect(await fixture.query('SELECT 1 FROM funnel_key_changes WHERE funnel_id = $1', [funnelId])).toEqual(
      [],
    );
    expect(published).toMatchObject([
      { action: 'funnel-key-created', keyPrefix: key.slice(0, 8), operator: 'ada' },
      { action: 'funnel-key-created', keyPrefix: next.slice(0, 8), operator: 'ada' },
      { action: 'funnel-key-revoked', keyPrefix: key.slice(0, 8), operator: 'ada' },
    ]);
    expect(JSON.stringify(published)).not.toContain(key);
  });

  test('made by hand is published with the database role', async () => {
    const { funnelId } = await createFunnel();
    const [role] = await fixture.query<{ name: string }>('SELECT session_user AS name');
    await fixture.query('UPDATE funnel_keys SET revoked_at = now() WHERE funnel_id = $1', [funnelId]);
    await fixture.query('DELETE FROM funnel_keys WHERE funnel_id = $1', [funnelId]);
    expect(await waitForChanges(funnelId, 3)).toMatchObject([
      { action: 'funnel-key-created', operator: 'ada' },
      { action: 'funnel-key-revoked', operator: role?.name },
      { action: 'funnel-key-deleted', operator: role?.name },
    ]);
  });
});
