import { randomUUID } from 'node:crypto';
import {
  declineProblemReport,
  getLead,
  getSoldLead,
  holdPost,
  REMOVED,
  reportProblem,
  updateDisposition,
} from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { testDataKey } from '@desk/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PersonRepository } from '../src/retention/person.repository.js';
import { type Fixture, startFixture } from './lead-router.fixture.js';
import { newLead } from './lead-router.harness.js';

let router: Fixture;
let persons: PersonRepository;

beforeAll(async () => {
  router = await startFixture();
  persons = new PersonRepository(await router.openDataSource(), new DataCipher(testDataKey()));
});
afterAll(() => router.stop());
beforeEach(() => router.reset());

const person = { email: 'margaret_e@example.com', phone: '+15125550142' };
const consent = { tcpaText: 'I agree to be called.' };
const ids = (leads: readonly { id: string }[]) => leads.map(({ id }) => id);

test('finds leads by address or number, and nobody whose address only looks alike', async () => {
  const { leadId } = await router.post(newLead(person));
  await router.post(newLead({ email: 'margaretxe@example.com' }));
  await router.post(newLead({ email: `x${person.email}` }));
  expect(ids(await persons.prepareErasure({ email: person.email }))).toEqual([leadId]);
  expect(ids(await persons.prepareErasure({ phone: person.phone }))).toEqual([leadId]);
  expect(ids(await persons.prepareErasure({ email: person.email, phone: '+15125550199' }))).toEqual([leadId]);
});

const hold = (text: string) =>
  router.client.send(holdPost, {
    id: randomUUID(),
    funnelId: router.funnelId,
    request: {
      tool: null,
      contentType: 'application/json',
      query: '',
      idempotencyKey: null,
      body: Buffer.from(text).toString('base64'),
    },
    reason: 'invalid',
    detail: 'Some fields are not valid.',
    faults: [],
  });

test('exports what is held of the person, and removes it before an erasure', async () => {
  await hold(JSON.stringify({ kontakt: person.email.toUpperCase() }));
  await hold(JSON.stringify({ telefon: '(512) 555-0142' }));
  await hold(JSON.stringify({ kontakt: 'bob@example.com' }));
  const { heldPosts } = (await persons.export(person)) as { heldPosts: string[] };
  expect(heldPosts).toHaveLength(2);
  await persons.prepareErasure(person);
  expect(await router.query('SELECT 1 FROM held_posts')).toHaveLength(1);
});

test('exports leads with offers and notes', async () => {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell({ ...person, consent });
  expect(await persons.export({ email: person.email })).toMatchObject({
    leads: [{ id: leadId, email: person.email, consent }],
    notesOfBuyers: [{ lead_id: leadId, buyer_id: buyerId, notes: '' }],
    offers: [{ lead_id: leadId, status: 'charged' }],
  });
});

test('exports what agents reported about the person, and erases it with the lead', async () => {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell({ ...person, consent });
  const details = 'Margaret has another agent';
  await router.client.send(reportProblem, { buyerId, leadId, reason: 'already-working', details });
  expect(await persons.export(person)).toMatchObject({
    problemReports: [{ lead_id: leadId, reason: 'already-working', details }],
  });
  await persons.prepareErasure(person);
  expect(await persons.erase([leadId], [leadId])).toMatchObject({ anonymized: 1, unfinished: [] });
  expect(await router.query('SELECT reason, details FROM problem_reports')).toEqual([
    { reason: 'already-working', details: '' },
  ]);
});

test('stores no text about a person whose lead was erased', async () => {
  const buyerId = await router.addBuyer();
  const { lead_id: leadId } = await router.sell(person);
  await persons.prepareErasure(person);
  await persons.erase([leadId], [leadId]);
  const sale = { buyerId, leadId };
  const { version } = await router.client.send(getSoldLead, sale);
  const update = { ...sale, version, disposition: 'lost' as const, notes: 'Margaret called' };
  const updated = await router.client.send(updateDisposition, update);
  expect(updated).toMatchObject({ disposition: 'lost', notes: '' });
  const report = { ...sale, reason: 'not-delivered' as const, details: 'No email from Margaret' };
  const { id: reportId } = await router.client.send(reportProblem, report);
  await router.client.send(declineProblemReport, {
    reportId,
    actorId: randomUUID(),
    caller: { address: '192.0.2.1', userAgent: null },
    note: 'Margaret wrote to you',
  });
  expect(await router.query('SELECT notes FROM sold_leads')).toEqual([{ notes: '' }]);
  expect(await router.query('SELECT state, details, decision_note FROM problem_reports')).toEqual([
    { state: 'declined', details: '', decision_note: '' },
  ]);
});

test('erases a lead that waits for a buyer, so that it is never sold', async () => {
  const { leadId } = await router.post(newLead({ ...person, consent }));
  await router.drain();
  const erased = await persons.erase(ids(await persons.prepareErasure(person)), []);
  expect(erased).toEqual({ anonymized: 1, unfinished: [], consentRecordsKept: 1 });
  await router.addBuyer();
  await router.drain();
  expect(await router.client.send(getLead, { leadId })).toMatchObject({
    status: 'expired',
    email: REMOVED,
    offers: [],
  });
  expect(await persons.prepareErasure(person)).toEqual([]);
  expect(await persons.export(person)).toMatchObject({
    leads: [],
    consentRecords: [{ phone: person.phone, consent }],
  });
});

test('erases the idempotency key and both names with the person', async () => {
  const names = { fullName: 'Ana De la Cruz', firstName: 'Ana', lastName: 'De la Cruz' };
  const lead = newLead({ ...person, ...names });
  const { leadId } = await router.post(lead, person.email);
  const select = 'SELECT first_name, last_name, idempotency_key FROM leads';
  expect(await router.query(select)).toMatchObject([
    { first_name: expect.stringMatching(/^enc:/), last_name: expect.stringMatching(/^enc:/) },
  ]);
  expect(await persons.export(person)).toMatchObject({
    leads: [{ first_name: 'Ana', last_name: 'De la Cruz' }],
  });
  await persons.prepareErasure(person);
  await persons.erase([leadId], []);
  expect(await router.query(select)).toEqual([{ first_name: null, last_name: null, idempotency_key: null }]);
  await expect(router.post(lead, person.email)).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
});

test('keeps a lead that is being charged, or sold and not delivered, until that has ended', async () => {
  await router.addBuyer();
  const { leadId } = await router.post(newLead(person));
  const offer = await router.waitForOffer(leadId);
  expect(await persons.erase([leadId], [leadId])).toMatchObject({ anonymized: 0, unfinished: [leadId] });
  await router.charge(offer);
  await router.drain();
  expect(await persons.erase([leadId], [])).toMatchObject({ anonymized: 0, unfinished: [leadId] });
  expect(await persons.erase([leadId], [leadId])).toMatchObject({ anonymized: 1, unfinished: [] });
  expect(await persons.erase([leadId], [leadId])).toMatchObject({ anonymized: 0, unfinished: [] });
  expect(await router.client.send(getLead, { leadId })).toMatchObject({ status: 'sold', fullName: REMOVED });
});

test('rejects leads of an erased person for a year, by each of their addresses and numbers', async () => {
  await router.post(newLead(person));
  await persons.prepareErasure({ email: person.email });
  await router.query("UPDATE lead_fingerprints SET seen_at = now() - interval '200 days'");
  const postAgain = () => router.post(newLead({ phone: person.phone }));
  await expect(postAgain()).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
  await router.query(
    "UPDATE lead_fingerprints SET suppressed_until = suppressed_until - interval '364 days'",
  );
  await expect(postAgain()).rejects.toMatchObject({ code: 'DUPLICATE_LEAD' });
  await router.query("UPDATE lead_fingerprints SET suppressed_until = suppressed_until - interval '2 days'");
  expect(await postAgain()).toMatchObject({ replayed: false });
});

test('suppresses a person without known leads', async () => {
  expect(await persons.prepareErasure({ phone: person.phone })).toEqual([]);
  await router.query("UPDATE lead_fingerprints SET seen_at = now() - interval '200 days'");
  await expect(router.post(newLead({ phone: person.phone }))).rejects.toMatchObject({
    code: 'DUPLICATE_LEAD',
  });
});
