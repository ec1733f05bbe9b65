import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Funnel } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { Browser } from './browser.js';
import { createFunnel } from './funnels.js';
import { createLead as createAnyLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

/** Long enough for posts that arrive together to overlap. */
const LOOKUP_MS = 200;
let system: TestSystem;
let second: RunningGateway;
let admin: Browser;

beforeAll(async () => {
  system = await TestSystem.start({
    notifier: (sandboxUrl) => ({
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
      TWILIO_FROM: '+15005550006',
      TWILIO_API_BASE: sandboxUrl,
    }),
  });
  second = await system.startSecondGateway();
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

/** Adds a fault, because the sandbox counts the requests to which a fault applies. */
beforeEach(async () => {
  await system.sandbox('faults', undefined, 'DELETE');
  await system.sandbox('faults', { kind: 'latency', ms: LOOKUP_MS, match: { path: '/v2/**' } });
});
async function countLookUps(): Promise<number> {
  const { faults } = await system.sandbox<{ faults: { hits: number }[] }>('faults');
  return faults[0]?.hits ?? 0;
}

let mobiles = 0;
/** The sandbox reports numbers that end in 00 as invalid, and others below 05 as not mobile. */
const createLead = (overrides: object = {}) => {
  mobiles += 1;
  return createAnyLead({ phone: `(212) 555-40${10 + mobiles}`, ...overrides });
};
const post = (key: string, body: object, idempotencyKey?: string, url = system.gateway.url) =>
  new Browser(url).post('/api/ingest/leads', body, {
    'x-funnel-key': key,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  });
const listPhoneChecks = async (funnel: Funnel): Promise<(string | null)[]> => {
  const sql = 'SELECT phone_check AS "phoneCheck" FROM leads WHERE funnel_id = $1';
  const rows = await system.query<{ phoneCheck: string | null }>('lead-router', sql, [funnel.id]);
  return rows.map(({ phoneCheck }) => phoneCheck);
};

describe('the phone number of a posted lead', () => {
  it('is looked up once, and not again for a replay, a duplicate or a post that is refused anyway', async () => {
    const { key, funnel } = await createFunnel(admin, { phoneVerification: 'required' });
    const lead = createLead();
    const first = await post(key, lead, 'lead-1');
    expect(first).toMatchObject({ status: 201, body: { replayed: false } });
    const { lead_id: leadId } = first.body;
    expect(await countLookUps()).toBe(1);

    const replay = { status: 200, body: { lead_id: leadId, replayed: true } };
    expect(await post(key, lead, 'lead-1')).toMatchObject(replay);
    expect(await post(key, lead)).toMatchObject(replay);
    expect(await post(key, createLead(), 'lead-1')).toMatchObject({ body: { code: 'IDEMPOTENCY_MISMATCH' } });
    const other = await createFunnel(admin, { phoneVerification: 'required' });
    for (const sender of [key, other.key])
      expect(await post(sender, { ...lead, zip: '10002' })).toMatchObject({
        status: 409,
        body: {
          code: 'DUPLICATE_LEAD',
          // Another funnel does not see when the lead was first received.
          ...(sender === key ? { first_received_at: first.body['received_at'] } : {}),
        },
      });
    expect(await countLookUps()).toBe(1);
    expect(await listPhoneChecks(funnel)).toEqual(['Verified mobile']);
  });

  it('may be invalid only if the funnel allows it', async () => {
    const invalid = createLead({ phone: undefined, mobile: '(212) 555-0100' });
    const strict = await createFunnel(admin, { phoneVerification: 'required' });
    expect(await post(strict.key, invalid)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'mobile' }] },
    });
    const lenient = await createFunnel(admin, { phoneVerification: 'optional' });
    expect(await post(lenient.key, invalid)).toMatchObject({ status: 201 });
    expect(await listPhoneChecks(lenient.funnel)).toEqual(['Not verified']);
    expect(await countLookUps()).toBe(2);
  });

  it('is looked up once for posts that arrive together at several gateways', async () => {
    const { key, funnel } = await createFunnel(admin, { phoneVerification: 'required' });
    const other = await createFunnel(admin, { phoneVerification: 'required' });
    const lead = createLead();
    const urls = [system.gateway.url, second.url, system.gateway.url, second.url];
    const [replays, duplicates] = await Promise.all([
      Promise.all(urls.map((url) => post(key, lead, 'together', url))),
      Promise.all(
        urls.map((url, index) => post(other.key, { ...lead, zip: `1000${index + 2}` }, undefined, url)),
      ),
    ]);
    const accepted = [...replays, ...duplicates].filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(1);
    const ids = replays.flatMap(({ body }) => body['lead_id'] ?? []);
    expect(new Set(ids).size).toBeLessThanOrEqual(1);
    expect((await listPhoneChecks(funnel)).length + (await listPhoneChecks(other.funnel)).length).toBe(1);
    expect(await countLookUps()).toBe(1);
  });

  it('is looked up once for each lead of a batch, and not for its repetition', async () => {
    const { key } = await createFunnel(admin, { phoneVerification: 'required' });
    const known = createLead();
    const leads = [known, { ...known, zip: '10002' }, createLead({ phone: '(212) 555-0200' }), createLead()];
    const postBatch = () =>
      new Browser(system.gateway.url).post<{ results: Record<string, unknown>[] }>(
        '/api/ingest/leads/batch',
        { leads },
        { 'x-funnel-key': key, 'idempotency-key': 'batch' },
      );
    const first = await postBatch();
    const statuses = first.body.results.map(({ status }) => status);
    expect(statuses.slice(0, 2).sort()).toEqual(['accepted', 'duplicate']);
    expect(statuses.slice(2)).toEqual(['invalid', 'accepted']);
    expect(await countLookUps()).toBe(3);
    const again = await postBatch();
    expect(again.body.results.map(({ lead_id: id }) => id)).toEqual(
      first.body.results.map(({ lead_id: id }) => id),
    );
    // Only the refused number is looked up again: it may be valid by now.
    expect(await countLookUps()).toBe(4);
  });

  it('is looked up in test mode too, and not for a replay', async () => {
    const { key } = await createFunnel(admin, { phoneVerification: 'required', mode: 'test' });
    const lead = createLead();
    const first = await post(key, lead, 'test-1');
    expect(first).toMatchObject({ status: 201, body: { test: true } });
    expect(await post(key, lead, 'test-1')).toMatchObject({
      status: 200,
      body: { lead_id: first.body['lead_id'], replayed: true, test: true },
    });
    expect(await countLookUps()).toBe(1);
    expect(await post(key, createLead({ phone: '(212) 555-0300' }))).toMatchObject({ status: 422 });
  });
});

it('leaves no phone number in Redis', async () => {
  const { key } = await createFunnel(admin, { phoneVerification: 'required' });
  const lead = createLead();
  // Long enough to find the turn before it ends.
  await system.sandbox('faults', { kind: 'latency', ms: 4 * LOOKUP_MS, match: { path: '/v2/**' } });
  const posted = post(key, lead);
  const keys = await eventually(async () => {
    const found = await system.listRedisKeys('phone-turn');
    return found.length > 0 && found;
  });
  expect(keys.join()).not.toContain(lead.phone.replaceAll(/\D/g, ''));
  await posted;
  await eventually(async () => (await system.listRedisKeys('phone-turn')).length === 0);
});
