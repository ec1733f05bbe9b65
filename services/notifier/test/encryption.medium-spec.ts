import { DataCipher, reencryptAll } from '@desk/service-kit';
import { testDataKey } from '@desk/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { toContentPurpose } from '../src/deliveries/delivery.repository.js';
import { reencryptionTasks } from '../src/reencryption/reencryption-tasks.js';
import { DeliveryContentRepository } from '../src/retention/delivery-content.repository.js';
import { NotifierHarness } from './notifier.harness.js';

const notifier = new NotifierHarness();

beforeAll(() => notifier.start());
afterAll(() => notifier.stop());

async function deliver() {
  const { userId } = await notifier.register();
  const sale = await notifier.sell(userId);
  const { id } = await notifier.waitForStatus(sale.leadId, 'sent');
  return { id, sale };
}
const readContent = async (id: string): Promise<unknown> => {
  const [row]: { content: unknown }[] = await notifier.dataSource.query(
    'SELECT content FROM deliveries WHERE id = $1',
    [id],
  );
  return row?.content;
};
const setContent = (id: string, content: unknown) =>
  notifier.dataSource.query('UPDATE deliveries SET content = $2 WHERE id = $1', [
    id,
    JSON.stringify(content),
  ]);

/** Converts everything to the first of these keys. */
async function reencrypt(keys: string): Promise<void> {
  const cipher = new DataCipher(keys);
  expect(await reencryptAll(notifier.dataSource, cipher, reencryptionTasks, () => undefined)).toBe(0);
}

it('stores no readable text of a lead', async () => {
  const { id, sale } = await deliver();
  expect(await readContent(id)).toMatch(/^enc:/);
  const rows: unknown[] = await notifier.dataSource.query(
    'SELECT 1 FROM deliveries d WHERE d::text LIKE ANY ($1)',
    [[sale.lead.fullName, sale.lead.email, sale.lead.phone].map((text) => `%${text}%`)],
  );
  expect(rows).toEqual([]);
});

it('does not accept a content that was moved from another delivery', async () => {
  const [first, second] = [await deliver(), await deliver()];
  const cipher = new DataCipher(notifier.dataKeys);
  const contents = new DeliveryContentRepository(notifier.dataSource, cipher);
  await setContent(second.id, await readContent(first.id));
  await expect(contents.export([second.sale.leadId])).rejects.toThrow();
  await setContent(second.id, cipher.encryptJson(second.sale, toContentPurpose(second.id)));
  expect(await contents.export([second.sale.leadId])).toMatchObject({
    deliveries: [{ content: { lead: { fullName: second.sale.lead.fullName } } }],
  });
});

it('converts contents under an older key, and leaves removed ones', async () => {
  const [{ id, sale }, removed] = [await deliver(), await deliver()];
  await notifier.dataSource.query(
    "UPDATE deliveries SET content = '{}', content_removed_at = now() WHERE id = $1",
    [removed.id],
  );
  const newest = testDataKey('d9');
  await reencrypt(`${newest},${notifier.dataKeys}`);
  const stored = (await readContent(id)) as string;
  expect(stored).toMatch(/^enc:d9:/);
  expect(new DataCipher(newest).decryptJson(stored, toContentPurpose(id))).toMatchObject({
    leadId: sale.leadId,
    lead: { email: sale.lead.email },
  });
  expect(await readContent(removed.id)).toEqual({});
  await reencrypt(`${newest},${notifier.dataKeys}`);
  expect(await readContent(id)).toBe(stored);
});
