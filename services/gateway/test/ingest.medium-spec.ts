import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DomainError, LEAD_PRICE_CENTS, toDecimal } from '@desk/contracts';
import { DataCipher } from '@desk/service-kit';
import { eventually, testDataKey } from '@desk/testing';
import { IngestAdmission } from '../src/ingest/ingest-admission.js';
import { RejectionCounter } from '../src/ingest/rejection-counter.js';
import type { Answer, Browser } from './browser.js';
import { insertFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

const PRICE = toDecimal(LEAD_PRICE_CENTS);
const KEY = 'fk_ingest';
const url = '/api/ingest/leads';
let system: TestSystem;
let funnel: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  funnel = system.openBrowser();
  await insertFunnel(system, KEY);
});
afterAll(() => system.stop());

const post = (
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer<Record<string, unknown> & { errors: { field: string; message: string }[] }>> =>
  funnel.send('POST', url, typeof body === 'string' ? body : JSON.stringify(body), {
    'x-funnel-key': KEY,
    ...headers,
  });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const countRows = async (table: string): Promise<number> => {
  const [row] = await system.query<{ count: number }>('lead-router', `SELECT count(*)::int FROM ${table}`);
  return row!.count;
};
const countRejections = async (reason: string): Promise<number> => {
  await system.gateway.app.get(RejectionCounter).flush();
  const sql = "SELECT COALESCE(sum(count), 0)::int AS count FROM rejections WHERE reason = $1 AND field = ''";
  return (await system.query<{ count: number }>('lead-router', sql, [reason]))[0]!.count;
};

describe('posting a lead', () => {
  it('answers 201 for a new lead, and 200 with the same id when it is repeated', async () => {
    const lead = createLead({ reference: 'click-1' });
    const first = await post(lead, { 'idempotency-key': 'one' });
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'accepted', replayed: false, reference: 'click-1' },
    });
    const again = await post(lead, { 'idempotency-key': 'one' });
    expect(again).toMatchObject({ status: 200, body: { lead_id: first.body['lead_id'], replayed: true } });
    const status = await funnel.get(`${url}/${String(first.body['lead_id'])}`, { 'x-funnel-key': KEY });
    expect(status).toMatchObject({ status: 200, body: { status: 'available', sold_at: null } });
  });

  it('accepts forms, bearer keys and field aliases', async () => {
    const body = new URLSearchParams({
      fname: 'Ida',
      lname: 'Form',
      email_address: 'IDA@Example.com',
      phone_number: '1-212-555-2999',
      region: 'ny',
      postal_code: '10001-1234',
      dob: '1950-02-01',
      assets: '1500000',
      timeline: '3-6 MONTHS',
      annuity_type: 'MYGA annuity',
    });
    const answer = await funnel.send<Record<string, string>>('POST', url, body.toString(), {
      ...form,
      authorization: `Bearer ${KEY}`,
    });
    expect(answer.status).toBe(201);
    const basic = `Basic ${Buffer.from(`tool:${KEY}`).toString('base64')}`;
    const again = await funnel.send('POST', url, body.toString(), { ...form, authorization: basic });
    expect(again.status).toBe(200);
    const [stored] = await system.query<Record<string, string>>(
      'lead-router',
      'SELECT * FROM leads WHERE id = $1',
      [answer.body['lead_id']],
    );
    const decrypt = (column: string) =>
      new DataCipher(testDataKey()).decrypt(stored?.[column] ?? '', `leads.${column} ${stored?.['id']}`);
    expect(['full_name', 'email', 'phone', 'zip_code'].map(decrypt)).toEqual([
      'Ida Form',
      'ida@example.com',
      '+12125552999',
      '10001-1234',
    ]);
    expect([stored]).toMatchObject([
      {
        state: 'NY',
        age_range: '76+',
        estimated_assets: '$1M+',
        purchase_timeline: '3-6 months',
        lead_type: 'MYGA',
      },
    ]);
  });

  const hostile = '{"first_name":';
  it.each<[string, number, string, string, object | string, Record<string, string>]>([
    ['an unknown key', 401, 'UNKNOWN_FUNNEL_KEY', 'unknown_key', {}, { 'x-funnel-key': 'nope' }],
    ['no key', 401, 'UNKNOWN_FUNNEL_KEY', 'unknown_key', {}, { 'x-funnel-key': '' }],
    ['malformed JSON', 400, 'MALFORMED_BODY', 'malformed', hostile, {}],
    ['an array', 400, 'MALFORMED_BODY', 'malformed', [], {}],
    [
      'an unsupported content type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'unsupported_type',
      'x',
      { 'content-type': 'text/plain' },
    ],
    ['invalid fields', 422, 'INVALID_REQUEST', 'invalid', { phone: 1 }, {}],
  ])('rejects %s, counts it, and stores no lead', async (_name, status, code, reason, body, headers) => {
    const before = {
      leads: await countRows('leads'),
      fingerprints: await countRows('lead_fingerprints'),
      rejections: await countRejections(reason),
    };
    expect(await post(body, headers)).toMatchObject({ status, body: { code } });
    expect({
      leads: await countRows('leads'),
      fingerprints: await countRows('lead_fingerprints'),
      rejections: await countRejections(reason),
    }).toEqual({ ...before, rejections: before.rejections + 1 });
  });

  it('rejects a duplicate, and a different body under a used idempotency key', async () => {
    const lead = createLead();
    await post(lead, { 'idempotency-key': 'two' });
    const duplicate = await post({ ...lead, zip: '10002', phone: '(212) 555-2001' });
    expect(duplicate).toMatchObject({
      status: 409,
      body: { code: 'DUPLICATE_LEAD', first_received_at: expect.stringMatching(/^\d{4}-/) },
    });
    const mismatch = await post(createLead(), { 'idempotency-key': 'two' });
    expect(mismatch).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  it.each<[string, object, { field: string; message: string }]>([
    [
      'a missing name',
      { full_name: undefined, first_name: '', last_name: 'Valdez' },
      { field: 'first_name', message: 'First name is required' },
    ],
    ['a phone', { phone: '555' }, { field: 'phone', message: 'Enter a US phone number' }],
    ['an email', { email: 'x@' }, { field: 'email', message: 'Invalid email address' }],
    [
      'a phone without a valid area code',
      { phone: '(999) 555-0142' },
      { field: 'phone', message: 'Enter a US phone number' },
    ],
    [
      'a disposable email',
      { email: 'rosa@mailinator.com' },
      { field: 'email', message: 'Email must not be a disposable address' },
    ],
    ['a ZIP code of another state', { zip: '90210' }, { field: 'zip', message: 'ZIP code is not in NY' }],
    [
      'a consent time',
      { consent_at: '2999-01-01T00:00:00Z' },
      { field: 'consent_at', message: 'Consent time must be in the past' },
    ],
    [
      'a state',
      { state: 'ZZ' },
      { field: 'state', message: 'State must be a US state: its name or its two letters' },
    ],
    ['an aliased ZIP code', { zip: '1' }, { field: 'zip', message: 'ZIP code must have 5 digits, or 5+4' }],
    ['an age', { age: 54 }, { field: 'age', message: 'Age must be 55 or over' }],
    [
      'assets',
      { estimated_assets: 5 },
      { field: 'estimated_assets', message: 'Estimated assets must be at least $100,000' },
    ],
    ['a repeated field', { zip_code: '10001' }, { field: 'zip_code', message: 'Already given as zip' }],
    ['an unknown field', { shoe_size: 9 }, { field: 'shoe_size', message: 'This field is not known.' }],
  ])('reports %s under the name the funnel used', async (_name, overrides, error) => {
    const { status, body } = await post(createLead(overrides));
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [error] });
  });

  it('shows a lead only to the funnel that posted it', async () => {
    const { body } = await post(createLead());
    await insertFunnel(system, 'fk_other');
    for (const [id, key] of [
      [String(body['lead_id']), 'fk_other'],
      [randomUUID(), KEY],
      ['x', KEY],
    ] as const)
      expect(await funnel.get(`${url}/${id}`, { 'x-funnel-key': key })).toMatchObject({ status: 404 });
  });
});

describe('while lead-router does not keep up', () => {
  it('refuses posts at once that it could not serve in time, and accepts posts again afterwards', async () => {
    const router = system.processes.get('lead-router');
    const before = await countRows('leads');
    router?.suspend();
    try {
      const waiting = Array.from({ length: 6 }, () => post(createLead()));
      const admission = system.gateway.app.get(IngestAdmission);
      await eventually(() => {
        expect(admission.findRefusal()).toBeInstanceOf(DomainError);
      });
      const named = (name: string) => (answer: Awaited<ReturnType<typeof post>>) => ({ name, answer });
      // The others wait until their deadline.
      const first = await Promise.race([
        post(createLead()).then(named('refused')),
        ...waiting.map((answer) => answer.then(named('waiting'))),
      ]);
      expect(first).toMatchObject({
        name: 'refused',
        answer: { status: 503, body: { code: 'UNAVAILABLE' } },
      });
      expect(Number(first.answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(6).fill(503));
    } finally {
      router?.resume();
    }
    await eventually(async () => (await post(createLead())).status === 201);
    // A post answered with 503 after its deadline is not accepted later.
    expect(await countRows('leads')).toBe(before + 1);
  });
});

describe('a sold lead', () => {
  it('is a payment the admin finds by lead name, agent name and payment id', async () => {
    const { browser, email } = await system.registerAgent();
    const lastName = `Buyer${randomUUID().slice(0, 8)}`;
    const profile = { firstName: 'Bea', lastName, email, phone: '2125550100', companyName: '' };
    await browser.patch('/api/user/profile', profile);
    // Counted before the card is saved: from then on these leads are sold.
    const waiting = await countRows(`leads WHERE status = 'available'`);
    expect(waiting).toBeGreaterThan(1);
    await system.saveCard(browser);
    await eventually(async () => (await countRows(`leads WHERE status = 'sold'`)) === waiting);
    const admin = await system.createAdmin();
    interface Payment {
      id: string;
      amount: string;
      stripePaymentIntentId: string;
      user: object;
      lead: { fullName: string };
    }
    const all = await admin.get<Payment[]>('/api/admin/payments?pageSize=2');
    expect(all.headers.get('x-total-count')).toBe(String(waiting));
    expect(all.headers.get('x-total-amount')).toBe(`${80 * waiting}.00`);
    expect(all.body).toHaveLength(2);
    const [first] = all.body;
    expect(first).toMatchObject({ amount: PRICE, user: { firstName: 'Bea', lastName } });
    const [, next = ''] = /<(.*)>; rel="next"/.exec(all.headers.get('link') ?? '') ?? [];
    expect((await admin.get<Payment[]>(next)).body[0]?.id).not.toBe(first?.id);

    const searchPayments = async (search: string) =>
      (await admin.get<Payment[]>(`/api/admin/payments?search=${encodeURIComponent(search)}`)).body;
    const name = first!.lead.fullName;
    expect((await searchPayments(name.toLowerCase())).map(({ lead }) => lead.fullName)).toContain(name);
    expect(await searchPayments(lastName)).toHaveLength(waiting);
    expect(await searchPayments(first!.stripePaymentIntentId)).toEqual([first]);
    expect(await searchPayments('%')).toEqual([]);
  });
});
