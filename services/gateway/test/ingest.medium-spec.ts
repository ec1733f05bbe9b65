import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomUUID } from 'node:crypto';
import { eventually } from '@desk/testing';
import type { Answer, Browser } from './browser.js';
import { System } from './system.js';

const KEY = 'fk_ingest';
const url = '/api/ingest/leads';
let system: System;
let funnel: Browser;

beforeAll(async () => {
  system = await System.start();
  funnel = system.browser();
  const funnelId = randomUUID();
  await system.query('lead-router', 'INSERT INTO funnels (id, name) VALUES ($1, $2)', [
    funnelId,
    'Ingest test',
  ]);
  await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
    createHash('sha256').update(KEY).digest('hex'),
    funnelId,
    'fk_inges',
  ]);
});
afterAll(() => system.stop());

let serial = 0;
/** A lead of a person of its own, as a funnel sends it. */
const someLead = (over: object = {}) => {
  serial += 1;
  return {
    first_name: 'Rosa',
    last_name: `Valdez ${serial}`,
    email: `rosa${serial}@example.com`,
    phone: `(212) 555-${String(3_000 + serial)}`,
    state: 'NY',
    zip: '10001',
    age: 66,
    estimated_assets: '$250,000',
    purchase_timeline: '0-3 months',
    lead_type: 'Fixed',
    ...over,
  };
};
const post = (
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Answer<Record<string, unknown> & { errors: { field: string; message: string }[] }>> =>
  funnel.send('POST', url, typeof body === 'string' ? body : JSON.stringify(body), {
    'x-funnel-key': KEY,
    ...headers,
  });
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const count = async (table: string): Promise<number> => {
  const [row] = await system.query<{ count: number }>('lead-router', `SELECT count(*)::int FROM ${table}`);
  return row!.count;
};
const rejected = async (reason: string): Promise<number> => {
  const sql = 'SELECT COALESCE(sum(count), 0)::int AS count FROM rejections WHERE reason = $1';
  return (await system.query<{ count: number }>('lead-router', sql, [reason]))[0]!.count;
};

describe('posting a lead', () => {
  it('answers 201 with the id of a committed lead, and 200 for the same one again', async () => {
    const lead = someLead({ reference: 'click-1' });
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

  it('takes forms, a bearer key and the usual other names', async () => {
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
    const stored = await system.query('lead-router', 'SELECT * FROM leads WHERE id = $1', [
      answer.body['lead_id'],
    ]);
    expect(stored).toMatchObject([
      {
        full_name: 'Ida Form',
        email: 'ida@example.com',
        phone: '+12125552999',
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
    ['a body that is no JSON', 400, 'MALFORMED_BODY', 'malformed', hostile, {}],
    ['a list', 400, 'MALFORMED_BODY', 'malformed', [], {}],
    [
      'another content type',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'unsupported_type',
      'x',
      { 'content-type': 'text/plain' },
    ],
    ['wrong fields', 422, 'INVALID_REQUEST', 'invalid', { phone: 1 }, {}],
  ])(
    '%s is told apart, counted, and leaves nothing else',
    async (_name, status, code, reason, body, headers) => {
      const before = {
        leads: await count('leads'),
        marks: await count('lead_fingerprints'),
        counted: await rejected(reason),
      };
      expect(await post(body, headers)).toMatchObject({ status, body: { code } });
      expect({
        leads: await count('leads'),
        marks: await count('lead_fingerprints'),
        counted: await rejected(reason),
      }).toEqual({ ...before, counted: before.counted + 1 });
    },
  );

  it('tells a duplicate apart, and another body under a used key', async () => {
    const lead = someLead();
    await post(lead, { 'idempotency-key': 'two' });
    const duplicate = await post({ ...lead, zip: '10002', phone: '(212) 555-2001' });
    expect(duplicate).toMatchObject({ status: 409, body: { code: 'DUPLICATE_LEAD' } });
    const mismatch = await post(someLead(), { 'idempotency-key': 'two' });
    expect(mismatch).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  });

  it.each<[string, object, { field: string; message: string }]>([
    ['a missing name', { first_name: '' }, { field: 'first_name', message: 'First name is required' }],
    ['a phone', { phone: '555' }, { field: 'phone', message: 'Phone must be a valid US phone number' }],
    ['an e-mail', { email: 'x@' }, { field: 'email', message: 'Invalid email address' }],
    ['a state', { state: 'ZZ' }, { field: 'state', message: 'State must be a two-letter US state' }],
    [
      'a ZIP under its other name',
      { zip: '1' },
      { field: 'zip', message: 'ZIP code must have 5 digits, or 5+4' },
    ],
    ['an age', { age: 54 }, { field: 'age', message: 'Age must be 55 or over' }],
    [
      'assets',
      { estimated_assets: 5 },
      { field: 'estimated_assets', message: 'Estimated assets must be at least $100,000' },
    ],
    ['a field given twice', { zip_code: '10001' }, { field: 'zip_code', message: 'Already given as zip' }],
    ['an unknown field', { shoe_size: 9 }, { field: 'shoe_size', message: 'This field is not known.' }],
  ])('names %s as it was sent', async (_name, over, fault) => {
    const { status, body } = await post(someLead(over));
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [fault] });
  });

  it('shows a lead to its own funnel alone', async () => {
    const { body } = await post(someLead());
    const id = String(body['lead_id']);
    expect(await funnel.get(`${url}/${id}`, { 'x-funnel-key': 'other' })).toMatchObject({ status: 401 });
    for (const unknown of [randomUUID(), 'x'])
      expect(await funnel.get(`${url}/${unknown}`, { 'x-funnel-key': KEY })).toMatchObject({ status: 404 });
  });
});

describe('a sold lead', () => {
  it('is a payment that the admin finds by the name of the lead, of the agent, and by its id', async () => {
    const { browser } = await system.agent();
    const lastName = `Buyer${randomUUID().slice(0, 8)}`;
    const { body: user } = await browser.get<{ email: string }>('/api/auth/user');
    const profile = { firstName: 'Bea', lastName, email: user.email, phone: '2125550100', companyName: '' };
    await browser.patch('/api/user/profile', profile);
    const setup = await browser.post<{ clientSecret: string }>('/api/create-setup-intent');
    const { paymentMethodId } = await system.confirmSetup(setup.body.clientSecret);
    // Counted before the card, from which on the leads that waited for a buyer are taken up, oldest first.
    const waiting = await count(`leads WHERE status = 'available'`);
    expect(waiting).toBeGreaterThan(1);
    await browser.post('/api/update-payment-method', { paymentMethodId });
    await eventually(async () => (await count(`leads WHERE status = 'sold'`)) === waiting);
    const admin = await system.admin();
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
    expect(first).toMatchObject({ amount: '80.00', user: { firstName: 'Bea', lastName } });
    const [, next = ''] = /<(.*)>; rel="next"/.exec(all.headers.get('link') ?? '') ?? [];
    expect((await admin.get<Payment[]>(next)).body[0]?.id).not.toBe(first?.id);

    const found = async (search: string) =>
      (await admin.get<Payment[]>(`/api/admin/payments?search=${encodeURIComponent(search)}`)).body;
    const name = first!.lead.fullName;
    expect((await found(name.toLowerCase())).map(({ lead }) => lead.fullName)).toContain(name);
    expect(await found(lastName)).toHaveLength(waiting);
    expect(await found(first!.stripePaymentIntentId)).toEqual([first]);
    expect(await found('%')).toEqual([]);
  });
});
