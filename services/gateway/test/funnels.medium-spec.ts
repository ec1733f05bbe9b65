import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Funnel, FunnelWithKey } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Answer, Browser } from './browser.js';
import { changeFunnel, countLeads, createFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let admin: Browser;
let client: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  admin = await system.createAdmin();
  client = system.openBrowser();
});
afterAll(() => system.stop());

const post = (key: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  client.post('/api/ingest/leads', body, { 'x-funnel-key': key, ...headers });

describe('a funnel', () => {
  it('starts in test mode, has at most two keys that work, and loses a revoked one at once', async () => {
    const created = await admin.post<FunnelWithKey>('/api/admin/funnels', { name: ' Retire Safe ' });
    expect(created.body.funnel).toMatchObject({ name: 'Retire Safe', mode: 'test', allowedOrigins: [] });
    const { funnel, key } = created.body;
    expect(funnel.keys).toEqual([expect.objectContaining({ prefix: key.slice(0, 8), revokedAt: null })]);
    expect(JSON.stringify(await admin.get(`/api/admin/funnels/${funnel.id}`))).not.toContain(key);

    const keys = `/api/admin/funnels/${funnel.id}/keys`;
    const second = await admin.post<FunnelWithKey>(keys, {});
    expect(second.status).toBe(201);
    expect(await admin.post(keys, {})).toMatchObject({ status: 409, body: { code: 'TOO_MANY_FUNNEL_KEYS' } });
    expect((await post(key, createLead())).status).toBe(201);
    expect((await post(second.body.key, createLead())).status).toBe(201);

    const [first] = funnel.keys;
    const revoke = `/api/admin/funnels/${funnel.id}/revoke-key`;
    const revoked = await admin.post<Funnel>(revoke, { keyId: first?.id });
    expect(revoked.body.keys[0]?.revokedAt).toEqual(expect.any(String));
    expect(await post(key, createLead())).toMatchObject({ status: 401 });
    expect((await post(second.body.key, createLead())).status).toBe(201);
    expect(await admin.post(revoke, { keyId: '0'.repeat(12) })).toMatchObject({ status: 404 });

    await eventually(async () => {
      const rows = await system.query<{ action: string }>(
        'accounts',
        "SELECT action FROM audit_events WHERE new_value -> 'subject' ->> 'id' = $1 AND action LIKE 'funnel%'",
        [funnel.id],
      );
      const actions = rows.map(({ action }) => action);
      for (const action of ['funnel-created', 'funnel-key-added', 'funnel-key-revoked-by-admin'])
        expect(actions).toContain(action);
    });
  });

  it('is refused while it is paused', async () => {
    const { funnel, key } = await createFunnel(admin);
    expect((await post(key, createLead())).status).toBe(201);
    const paused = await changeFunnel(admin, funnel, { mode: 'paused' });
    expect(await post(key, createLead())).toMatchObject({ status: 403, body: { code: 'FUNNEL_PAUSED' } });
    await changeFunnel(admin, paused, { mode: 'live' });
    expect((await post(key, createLead())).status).toBe(201);
  });

  it('must send its required fields and a proof of consent, before anything is stored', async () => {
    const { funnel, key } = await createFunnel(admin, {
      requiredFields: ['tcpa_text', 'ip_address'],
      requiresConsentProof: true,
    });
    expect(await post(key, createLead())).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID_REQUEST',
        errors: [{ field: 'tcpa_text' }, { field: 'ip_address' }],
      },
    });
    const agreed = { tcpa_text: 'I agree to be called.', ip_address: '203.0.113.7' };
    const unproven = await post(key, createLead(agreed));
    expect(unproven).toMatchObject({ status: 422, body: { code: 'CONSENT_REQUIRED' } });
    expect(await countLeads(system, funnel.id)).toBe(0);
    const proof = {
      trustedform_cert_url: 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234561',
    };
    expect((await post(key, createLead({ ...agreed, ...proof }))).status).toBe(201);
  });

  it('finds duplicates within its own window', async () => {
    const { key } = await createFunnel(admin, { duplicateWindowDays: 2 });
    const other = await createFunnel(admin);
    const lead = createLead();
    await post(key, lead);
    await system.query(
      'lead-router',
      "UPDATE lead_fingerprints SET seen_at = seen_at - interval '3 days' WHERE seen_at > now() - interval '1 hour'",
    );
    const again = { ...lead, zip: '10002' };
    expect((await post(other.key, again)).status).toBe(409);
    expect((await post(key, again)).status).toBe(201);
  });
});

describe('pages of a funnel', () => {
  const preflight = (origin: string) =>
    fetch(`${system.gateway.url}/api/ingest/leads`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-funnel-key',
      },
    });

  it('may post from exactly its origins', async () => {
    const origin = 'https://www.retiresafe.example';
    const { key } = await createFunnel(admin, { allowedOrigins: [origin] });
    const other = await createFunnel(admin, { allowedOrigins: ['https://other.example'] });
    await eventually(async () => {
      const allowed = await preflight(origin);
      expect(allowed.status).toBe(204);
      expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    });
    for (const unknown of ['https://retiresafe.example', 'http://www.retiresafe.example', 'null', ''])
      expect((await preflight(unknown)).headers.get('access-control-allow-origin')).toBeNull();

    const posted = await post(key, createLead(), { origin });
    expect(posted.status).toBe(201);
    expect(posted.headers.get('access-control-allow-origin')).toBe(origin);
    const invalid = await post(key, {}, { origin });
    expect([invalid.status, invalid.headers.get('access-control-allow-origin')]).toEqual([422, origin]);
    const unknown = await post('fnl_unknown', createLead(), { origin });
    expect([unknown.status, unknown.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    const refused = await post(other.key, createLead(), { origin });
    expect(refused).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  });
});

describe('test mode', () => {
  it('checks everything, and stores, sells and charges nothing', async () => {
    const { funnel, key } = await createFunnel(admin, { mode: 'test', requiredFields: ['reference'] });
    const lead = createLead({ reference: 'click-1' });
    const first = await post(key, lead, { 'idempotency-key': 'test-1' });
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'accepted', test: true, would_sell: false, reference: 'click-1' },
    });
    const again = await post(key, lead, { 'idempotency-key': 'test-1' });
    expect(again).toMatchObject({
      status: 200,
      body: { lead_id: first.body['lead_id'], replayed: true, test: true },
    });
    expect(await post(key, createLead({ reference: 'x' }), { 'idempotency-key': 'test-1' })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    // Neither a duplicate of itself, nor of a real lead later.
    expect((await post(key, lead)).status).toBe(201);
    expect(await post(key, createLead())).toMatchObject({ status: 422 });
    const path = `/api/ingest/leads/${String(first.body['lead_id'])}`;
    expect(await client.get(path, { 'x-funnel-key': key })).toMatchObject({
      status: 200,
      body: { test: true, would_sell: false, sold_at: null },
    });
    expect(await countLeads(system, funnel.id)).toBe(0);
    const stored = await system.query('lead-router', 'SELECT * FROM test_leads WHERE funnel_id = $1', [
      funnel.id,
    ]);
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/rosa/i);

    const live = await createFunnel(admin);
    const real = await post(live.key, lead);
    expect(real).toMatchObject({ status: 201 });
    expect(real.body).not.toHaveProperty('test');
    // Test leads cost nothing, so they must not reveal whom other funnels posted.
    expect(await post(key, lead)).toMatchObject({ status: 201, body: { test: true } });
    const other = await createFunnel(admin);
    const duplicate = await post(other.key, { ...lead, zip: '10002' });
    expect(duplicate).toMatchObject({ status: 409, body: { code: 'DUPLICATE_LEAD' } });
    expect(duplicate.body).not.toHaveProperty('first_received_at');
    await changeFunnel(admin, live.funnel, { mode: 'test' });
    expect(await post(live.key, { ...lead, zip: '10002' })).toMatchObject({
      status: 409,
      body: { first_received_at: expect.any(String) },
    });
  });

  it('can be tried by an admin for any funnel', async () => {
    const { funnel } = await createFunnel(admin, { requiresConsentProof: true });
    const path = `/api/admin/funnels/${funnel.id}/test-lead`;
    expect(await admin.post(path, createLead())).toMatchObject({ body: { code: 'CONSENT_REQUIRED' } });
    const proof = { jornaya_leadid: 'A1B2C3D4-E5F6-7890-ABCD-EF1234567890' };
    expect(await admin.post(path, createLead(proof))).toMatchObject({
      status: 200,
      body: { status: 'accepted', test: true },
    });
    expect(await admin.post(path, { phone: 1 })).toMatchObject({ status: 422 });
    expect(await countLeads(system, funnel.id)).toBe(0);
  });
});

describe('a batch', () => {
  const postBatch = (key: string, leads: unknown, headers: Record<string, string> = {}) =>
    client.post<{ results: Record<string, unknown>[] }>(
      '/api/ingest/leads/batch',
      { leads },
      { 'x-funnel-key': key, ...headers },
    );

  it('has a result for each lead, and the same ones when it is repeated', async () => {
    const { funnel, key } = await createFunnel(admin);
    const known = createLead();
    await post(key, known);
    const leads = [
      createLead({ reference: 'a' }),
      { ...known, zip: '10002' },
      createLead({ phone: '555' }),
      'no lead',
      createLead({ idempotency_key: 'own' }),
    ];
    const first = await postBatch(key, leads, { 'idempotency-key': 'batch-1' });
    expect(first.status).toBe(200);
    expect(first.body.results).toMatchObject([
      { status: 'accepted', replayed: false, reference: 'a' },
      { status: 'duplicate', code: 'DUPLICATE_LEAD', first_received_at: expect.any(String) },
      { status: 'invalid', code: 'INVALID_REQUEST', errors: [{ field: 'phone' }] },
      { status: 'invalid', code: 'MALFORMED_BODY' },
      { status: 'accepted', replayed: false },
    ]);
    const again = await postBatch(key, leads, { 'idempotency-key': 'batch-1' });
    const idsOf = ({ results }: { results: Record<string, unknown>[] }) => results.map((r) => r['lead_id']);
    expect(idsOf(again.body)).toEqual(idsOf(first.body));
    expect(again.body.results.filter(({ replayed }) => replayed === true)).toHaveLength(2);
    expect(await countLeads(system, funnel.id)).toBe(3);
  });

  it('accepts 100 leads with long wordings, and refuses more', async () => {
    const { funnel, key } = await createFunnel(admin);
    const leads = Array.from({ length: 100 }, () => createLead({ tcpa_text: 'I agree. '.repeat(400) }));
    const { body } = await postBatch(key, leads);
    expect(body.results.map(({ status }) => status)).toEqual(Array(100).fill('accepted'));
    expect(await countLeads(system, funnel.id)).toBe(100);
    for (const wrong of [[...leads, createLead()], [], 'x', undefined])
      expect(await postBatch(key, wrong)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'leads' }] },
      });
  });
});

describe('a ping', () => {
  const facts = { state: 'ny', lead_type: 'Fixed annuity', age: 66, assets: '250000' };
  const ping = (key: string, body: object) => client.post('/api/ingest/ping', body, { 'x-funnel-key': key });

  it('says whether an agent would buy such a lead, and the price', async () => {
    const { key } = await createFunnel(admin);
    expect(await ping(key, facts)).toMatchObject({
      status: 200,
      body: { available: false, price: '80.00', reserved_seconds: 0 },
    });
    const { browser } = await system.registerAgent();
    await system.saveCard(browser);
    await browser.patch('/api/user/daily-limit', { dailyLeadLimit: 1000 });
    await eventually(async () => {
      expect(await ping(key, facts)).toMatchObject({ body: { available: true } });
    });
    expect(await ping('nope', facts)).toMatchObject({ status: 401 });
  });

  it('takes no personal data', async () => {
    const { key } = await createFunnel(admin);
    expect(await ping(key, { ...facts, email: 'rosa@example.com', ip: '203.0.113.7' })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { field: 'email', message: 'Must not be sent with a ping' },
          { field: 'ip', message: 'Must not be sent with a ping' },
        ],
      },
    });
    expect(await ping(key, { state: 'ZZ' })).toMatchObject({
      status: 422,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field: 'state' })]) },
    });
  });
});
