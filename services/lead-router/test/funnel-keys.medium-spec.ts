import { createHash, randomUUID } from 'node:crypto';
import { acceptLead, authenticateFunnel, getLeadStatus } from '@desk/contracts';
import { createDataSource } from '@desk/service-kit';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { database } from '../src/database/data-source.js';
import { hashFunnelKey } from '../src/funnels/funnel-key.js';
import { FunnelKeys } from '../src/funnels/funnel-keys.js';
import { newLead } from './lead-router.harness.js';
import { startFixture, type Fixture } from './lead-router.fixture.js';

let fixture: Fixture;
let dataSource: DataSource;
let keys: FunnelKeys;

beforeAll(async () => {
  fixture = await startFixture();
  dataSource = await createDataSource({ ...database, url: fixture.databaseUrl, poolSize: 2 }).initialize();
  keys = new FunnelKeys(dataSource, 'ada');
});
afterAll(async () => {
  await dataSource.destroy();
  await fixture.stop();
});

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
    bodyHash: createHash('sha256').update(JSON.stringify(lead)).digest('hex'),
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
