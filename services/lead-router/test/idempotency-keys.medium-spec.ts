import { DomainError } from '@desk/contracts';
import { createDataSource, DataCipher } from '@desk/service-kit';
import { testDataKey } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { PersonRepository } from '../src/retention/person.repository.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

const KEY = 'rosa.valdez@example.com';
let router: Fixture;
let dataSource: DataSource;
const cipher = new DataCipher(testDataKey());

beforeAll(async () => {
  router = await startFixture();
  dataSource = createDataSource({ url: router.databaseUrl, schema: 'leads', entities: [], poolSize: 1 });
  await dataSource.initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await router.stop();
});
beforeEach(() => router.reset());

const readKeys = async () =>
  (await router.query<{ key: string | null }>('SELECT idempotency_key AS key FROM leads')).map(
    ({ key }) => key,
  );

test('a key is stored as a digest, and still finds the lead', async () => {
  const lead = newLead();
  const first = await router.post(lead, KEY);
  expect(await readKeys()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await router.post(lead, KEY)).toMatchObject({ leadId: first.leadId, replayed: true });
  await expect(router.post(newLead(), KEY)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  // As a key, the stored digest finds nothing: the first post repeats the body of a minute ago, the second is new.
  const [stored] = await readKeys();
  await expect(router.post(lead, stored ?? '')).resolves.toMatchObject({ replayed: true });
  await expect(router.post(newLead(), stored ?? '')).resolves.toMatchObject({ replayed: false });
});

test('a key and both names are erased with the person', async () => {
  const person = { email: KEY, phone: '+15125550142' };
  const names = { fullName: 'Ana De la Cruz', firstName: 'Ana', lastName: 'De la Cruz' };
  const { leadId } = await router.post(newLead({ ...person, ...names }), KEY);
  const select = 'SELECT first_name, last_name, idempotency_key FROM leads';
  const [stored] = await router.query<Record<string, string>>(select);
  expect(stored?.['first_name']).toMatch(/^enc:/);
  expect(stored?.['last_name']).toMatch(/^enc:/);
  const persons = new PersonRepository(dataSource, cipher);
  expect(await persons.export(person)).toMatchObject({
    leads: [{ first_name: 'Ana', last_name: 'De la Cruz' }],
  });
  await persons.prepareErasure(person);
  await persons.erase([leadId], []);
  expect(await router.query(select)).toEqual([{ first_name: null, last_name: null, idempotency_key: null }]);
  const again = router.post(newLead({ ...person, ...names }), KEY);
  await expect(again).rejects.toBeInstanceOf(DomainError);
});
