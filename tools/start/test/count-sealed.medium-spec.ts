import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createOutboxTables } from '@desk/outbox';
import { serviceNames } from '@desk/contracts';
import { createTestDatabase, type TestDatabase } from '@desk/testing';
import pg from 'pg';
import { countSealedWithOther } from '../src/count-sealed.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const name of serviceNames) await asOwner(name, createOutboxTables);
  await asOwner('notifier', 'CREATE TABLE account_mails (status text, content jsonb)');
});
afterAll(() => database.drop());

async function asOwner(name: (typeof serviceNames)[number], sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.services[name].ownerUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
const count = (): Promise<number> => countSealedWithOther(database.adminUrl, 'r2');
const addMessage = (name: (typeof serviceNames)[number], id: string, sealed: string): Promise<void> =>
  asOwner(name, `INSERT INTO outbox VALUES ('${id}', 'billing.events', 'x.y', '${sealed}', now())`);
const addMail = (status: string, content: string): Promise<void> =>
  asOwner('notifier', `INSERT INTO account_mails VALUES ('${status}', '${content}')`);

it('counts what is sealed with older keys, in every outbox and in unsent emails', async () => {
  expect(await count()).toBe(0);
  await addMessage('billing', 'one', 'r2/billing.abc');
  await addMail('queued', '{"sealedLink": "r2/notifier.abc"}');
  await addMail('queued', '{"sealedLink": null}');
  await addMail('queued', '{"subject": "card-declined"}');
  await addMail('sent', '{"sealedLink": "r1/notifier.abc"}');
  expect(await count()).toBe(0);

  for (const [index, name] of serviceNames.entries()) {
    await addMessage(name, 'old', 'r1/x.abc');
    expect(await count()).toBe(index + 1);
  }
  await addMessage('accounts', 'shared', 'k1.abc');
  await addMessage('accounts', 'similar', 'r22/x.abc');
  await addMail('queued', '{"sealedLink": "k1.abc"}');
  expect(await count()).toBe(serviceNames.length + 3);
});
