import { randomUUID } from 'node:crypto';
import {
  createLeadView,
  exportSoldLeads,
  getLead,
  listLeads,
  listLeadViews,
  listSoldLeads,
  updateDisposition,
} from '@desk/contracts';
import { DataCipher, reencryptAll } from '@desk/service-kit';
import { testDataKey } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reencryptionTasks } from '../src/reencryption/reencryption-tasks.js';
import { PersonRepository } from '../src/retention/person.repository.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

const [d1, d2] = [testDataKey('d1'), testDataKey('d2')];
const older = { DATA_KEYS: `${d1},${d2}` };
const newer = { DATA_KEYS: `${d2},${d1}` };

let router: Fixture;
let dataSource: DataSource;

beforeAll(async () => {
  router = await startFixture([{ DATA_KEYS: d1 }]);
  dataSource = await router.openDataSource();
});
afterAll(() => router.stop());
beforeEach(() => router.reset());

const person = { fullName: 'Margaret Ellison', email: 'margaret@example.com', phone: '+15125550142' };
const view = { viewId: randomUUID(), name: 'Margaret', filters: { search: 'ellison' } };
const consent = { tcpaText: 'I agree to be called.', ipAddress: '203.0.113.7' };
const extras = [{ name: 'Spouse', value: 'Theodora Quillfeather' }];

/** Returns the number of rows that are left. */
const reencrypt = (dataKeys: string): Promise<number> =>
  reencryptAll(dataSource, new DataCipher(dataKeys), reencryptionTasks, () => undefined);
const list = (buyerId: string) =>
  router.client.send(listSoldLeads, { buyerId, search: null, days: null, page: 1, pageSize: 50 });
/** Reads all tables as text, as a dump of the database shows them. */
const readEveryTable = async (): Promise<string> => {
  const tables = await router.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => router.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)),
  );
  const text = rows
    .flat()
    .map((row) => row.text)
    .join('\n');
  // A dump shows binary values as hexadecimal digits.
  const binary = [...text.matchAll(/\\x((?:[0-9a-f]{2})+)/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return [text, ...binary].join('\n').toLowerCase();
};
/** What must not be readable about a person, in lower case: names, the address, and the number in usual formats. */
const formsOf = ({ fullName, email, phone }: typeof person): string[] => {
  const [, area = '', office = '', line = ''] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  const numbers = [
    ...[`${area}${office}${line}`, `${area}-${office}-${line}`],
    ...[`(${area}) ${office}-${line}`, `${area}.${office}.${line}`],
  ];
  return [...fullName.split(' '), email, ...numbers].map((text) => text.toLowerCase());
};
const personsWith = (dataKeys: string) => new PersonRepository(dataSource, new DataCipher(dataKeys));
const duplicate = { code: 'DUPLICATE_LEAD' };
/** Another post of the same person: not a replay. */
const postAgain = (lead: Parameters<Fixture['post']>[0]) => router.post({ ...lead, zipCode: '99999' });

describe('with one key', () => {
  beforeAll(() => router.restart([{ DATA_KEYS: d1 }, { DATA_KEYS: d1 }]));

  test('refuses to decrypt a value copied from another lead or column', async () => {
    const [one, two] = [await router.post(newLead()), await router.post(newLead())];
    await router.query(
      'UPDATE leads SET full_name = (SELECT full_name FROM leads WHERE id = $1) WHERE id = $2',
      [one.leadId, two.leadId],
    );
    await router.query('UPDATE leads SET email = phone WHERE id = $1', [one.leadId]);
    for (const { leadId } of [one, two])
      await expect(router.client.send(getLead, { leadId })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('stores notes of the longest length', async () => {
    const buyerId = await router.addBuyer();
    const { lead_id: leadId } = await router.sell(person);
    const notes = '日'.repeat(5_000);
    const update = router.client.send(updateDisposition, { buyerId, leadId, version: 1, notes });
    await expect(update).resolves.toMatchObject({ notes });
    const exported = { buyerId, search: null, days: null, after: null, limit: 5 };
    expect((await router.client.send(exportSoldLeads, exported)).leads).toMatchObject([{ ...person, notes }]);
    expect(await router.query("SELECT 1 FROM sold_leads WHERE notes LIKE 'enc:d1:%'")).toHaveLength(1);
  });
});

test('keeps personal data out of database dumps, while pages still show it', async () => {
  await router.restart([{ DATA_KEYS: d1 }]);
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell({ ...person, consent, extras, reference: 'click-77' });
  const notes = 'Margaret: 512-555-0142';
  await router.client.send(updateDisposition, { buyerId, leadId, version: 1, notes });
  await router.client.send(createLeadView, { ...view, buyerId });
  const erased = newLead({ fullName: 'Theodosius Wrenfield', email: 'theo@example.net', consent });
  const { lead_id: erasedId } = await router.sell(erased);
  await personsWith(d1).prepareErasure({ email: erased.email });
  await personsWith(d1).erase([erasedId], [erasedId]);
  const waiting = newLead({ fullName: 'Zanthippe Quillfeather' });
  await router.post(waiting);
  await router.drain();

  const stored = await readEveryTable();
  for (const text of [person, erased, waiting].flatMap(formsOf)) expect(stored).not.toContain(text);
  for (const text of ['click-77', '203.0.113.7', 'i agree to be called', 'theodora'])
    expect(stored).not.toContain(text);
  // Guards against reading the wrong tables.
  for (const id of [leadId, erasedId]) expect(stored).toContain(id);

  const filters = { buyerId, days: null, page: 1, pageSize: 10 };
  for (const search of ['margaret', '(512) 555-0142', person.email])
    expect((await router.client.send(listSoldLeads, { ...filters, search })).leads).toMatchObject([
      { id: leadId, ...person },
    ]);
  expect(await personsWith(d1).export({ email: erased.email })).toMatchObject({
    consentRecords: [{ full_name: erased.fullName, phone: erased.phone }],
  });
});

describe('a rotation', () => {
  test('finds duplicates although the first keys of the copies differ', async () => {
    await router.restart([older, newer]);
    const leads = Array.from({ length: 20 }, () => newLead());
    const posts = leads.flatMap((lead) => [
      router.post(lead),
      postAgain(lead),
      postAgain({ ...lead, phone: newLead().phone }),
    ]);
    const results = await Promise.allSettled(posts);
    const accepted = results.filter((result) => result.status === 'fulfilled');
    expect(accepted).toHaveLength(leads.length);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    for (const reason of refused) expect(reason).toMatchObject(duplicate);
  });

  test('recognizes a replay of a post that another key encrypted', async () => {
    await router.restart([{ DATA_KEYS: d1 }]);
    const lead = newLead();
    const first = await router.post(lead, 'key-1');
    const second = await router.post({ ...lead, ...person });
    await router.restart([newer]);
    await expect(router.post(lead, 'key-1')).resolves.toEqual({ ...first, replayed: true });
    await expect(router.post({ ...lead, ...person })).resolves.toEqual({ ...second, replayed: true });
    await expect(router.post({ ...lead, ...person })).resolves.toEqual({ ...second, replayed: true });
  });

  test('recognizes a repeated test post that another key digested', async () => {
    await router.restart([{ DATA_KEYS: d1 }]);
    await router.query("UPDATE funnels SET mode = 'test'");
    const lead = newLead();
    const first = await router.post(lead, 'test-1');
    await router.restart([newer]);
    await expect(router.post(lead, 'test-1')).resolves.toEqual({ ...first, replayed: true });
    await router.query("UPDATE funnels SET mode = 'live'");
  });

  test('converts everything while leads are accepted and sold, until the older key is no longer needed', async () => {
    await router.restart([{ DATA_KEYS: d1 }, { DATA_KEYS: d1 }]);
    const buyerId = await router.addBuyer({ limit: 1_000 });
    const { lead_id: leadId } = await router.sell({ ...person, consent, extras });
    await router.client.send(updateDisposition, { buyerId, leadId, version: 1, notes: 'Likes mornings' });
    await router.client.send(createLeadView, { ...view, buyerId });
    const erased = { email: 'erased@example.com', phone: '+15125550199' };
    const { lead_id: erasedId } = await router.sell({ ...newLead(), ...erased, consent });
    await personsWith(d1).prepareErasure(erased);
    await personsWith(d1).erase([erasedId], [erasedId]);

    await router.restart([older, older]);
    await router.restart([newer, older]);
    const names = Array.from({ length: 30 }, (_, index) => `Sold Meanwhile ${index}`);
    const selling = Promise.all(names.map((fullName) => router.sell({ fullName })));
    while ((await reencrypt(newer.DATA_KEYS)) > 0);
    await selling;
    await router.restart([newer, newer]);
    expect(await reencrypt(newer.DATA_KEYS)).toBe(0);

    await router.restart([{ DATA_KEYS: d2 }, { DATA_KEYS: d2 }]);
    const { leads, total } = await list(buyerId);
    expect(total).toBe(32);
    expect(new Set(leads.map(({ fullName }) => fullName))).toEqual(
      new Set([person.fullName, 'Removed', ...names]),
    );
    expect(await router.client.send(getLead, { leadId })).toMatchObject({ ...person, consent, extras });
    const { views } = await router.client.send(listLeadViews, { buyerId });
    expect(views).toMatchObject([{ name: view.name, filters: view.filters }]);
    const persons = personsWith(d2);
    expect(await persons.export({ email: person.email })).toMatchObject({
      notesOfBuyers: [{ notes: 'Likes mornings' }],
    });
    expect(await persons.export({ email: erased.email })).toMatchObject({
      consentRecords: [{ lead_id: erasedId, phone: erased.phone, consent }],
    });
    await expect(postAgain({ ...newLead(), ...person })).rejects.toMatchObject(duplicate);
    await expect(router.post(newLead({ phone: erased.phone }))).rejects.toMatchObject(duplicate);
  });
});

test('leads are found before, during and after a rotation', async () => {
  await router.restart([{ DATA_KEYS: d1 }]);
  const buyerId = await router.addBuyer();
  await router.sell(person);
  const expectFound = async () => {
    for (const search of ['margaret', '(512) 555-0142', 'ellis mar', person.email]) {
      const all = { status: null, search, order: 'oldest', after: null, limit: 10 } as const;
      expect((await router.client.send(listLeads, all)).leads).toMatchObject([person]);
      const filters = { buyerId, search, days: null, page: 1, pageSize: 10 };
      expect((await router.client.send(listSoldLeads, filters)).leads).toMatchObject([person]);
    }
  };
  await expectFound();
  await router.restart([newer]);
  await expectFound();
  expect(await reencrypt(newer.DATA_KEYS)).toBe(0);
  await router.restart([{ DATA_KEYS: d2 }]);
  await expectFound();
});
