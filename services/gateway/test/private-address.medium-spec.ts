import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Funnel, LeadPage } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { addKey, countLeads, createFunnel } from './funnels.js';
import { createLead } from './lead-bodies.js';
import { TestSystem } from './test-system.js';

let system: TestSystem;
let fixture: Fixture;
let admin: Browser;

beforeAll(async () => {
  system = await TestSystem.start();
  fixture = await Fixture.create(system);
  admin = await system.createAdmin();
});
afterAll(() => system.stop());

/** Creates a funnel with a private address. */
async function openAddress(): Promise<{ funnel: Funnel; key: string }> {
  const { funnel } = await createFunnel(admin, { phoneVerification: 'off' });
  return { funnel, key: await addKey(admin, funnel, 'address') };
}

interface Posted {
  readonly status: number;
  readonly text: string;
  readonly json: () => Readonly<Record<string, unknown>>;
}

async function post(
  key: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Posted> {
  const url = `${system.gateway.url}/api/ingest/in/${key}`;
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) as Readonly<Record<string, unknown>> };
}

const toQuery = (lead: object): string => new URLSearchParams(lead as Record<string, string>).toString();
const xmlOf = (lead: object): string =>
  `<Lead>${Object.entries(lead)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('')}</Lead>`;

describe('a private address', () => {
  it('takes a lead as JSON, as a form, compressed, as XML and in the query, and keeps what is not a field', async () => {
    const { key } = await openAddress();
    const buyer = await fixture.createBuyer();
    const nested = { contact: createLead(), utm_source: 'google' };
    const accepted = await post(key, JSON.stringify(nested));
    expect([accepted.status, accepted.json()]).toEqual([
      201,
      expect.objectContaining({
        status: 'accepted',
        replayed: false,
        warnings: ['utm_source is not a lead field. It goes with the lead.'],
      }),
    ]);
    const page = await eventually(async () => {
      const answer = await buyer.browser.get<LeadPage>(`/api/leads/${String(accepted.json()['lead_id'])}`);
      expect(answer.status).toBe(200);
      return answer.body;
    });
    expect(page.extras).toEqual([{ name: 'utm_source', value: 'google' }]);

    const form = toQuery(createLead());
    const type = 'application/x-www-form-urlencoded';
    expect((await post(key, form, { 'content-type': type })).status).toBe(201);
    const packed = gzipSync(JSON.stringify([createLead()]));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await post(key, Buffer.from(packed), headers)).status).toBe(201);
    const xml = await post(key, xmlOf(createLead()), { 'content-type': 'text/xml' });
    expect([xml.status, xml.text]).toEqual([201, expect.stringContaining('<status>accepted</status>')]);
    expect((await post(`${key}?${toQuery(createLead())}`, '', {})).status).toBe(201);
  });

  it('accepts a lead by GET if the address names a tool that posts by GET, and nothing without a query string', async () => {
    const { key } = await openAddress();
    const query = () => toQuery(createLead());
    const call = (path: string, method = 'GET') =>
      fetch(`${system.gateway.url}/api/ingest/in/${key}${path}`, { method });
    for (const tool of ['everflow', 'any']) expect((await call(`/${tool}?${query()}`)).status).toBe(201);
    for (const path of [`?${query()}`, '/everflow', `/typeform?${query()}`])
      expect((await call(path)).status).toBe(405);
    expect((await call(`/everflow?${query()}`, 'HEAD')).status).toBe(405);
    expect((await call(`/nobody?${query()}`)).status).toBe(405);
  });

  it('answers the test request of ClickFunnels Classic', async () => {
    const { key } = await openAddress();
    const ask = (path: string) => post(path, JSON.stringify({ time: '2026-11-27T10:00:00Z' }));
    expect((await ask(`${key}/funnel_webhooks/test`)).status).toBe(200);
    expect((await ask(`${key}/other/test`)).status).toBe(404);
    expect((await ask(`${key}x/funnel_webhooks/test`)).status).toBe(401);
  });

  it('accepts its own key only, which works nowhere else', async () => {
    const { funnel, key: address } = await openAddress();
    const unknown = expect.objectContaining({ code: 'UNKNOWN_FUNNEL_KEY' }) as unknown;
    for (const key of [
      await addKey(admin, funnel, 'server'),
      await addKey(admin, funnel, 'publishable'),
      `fna_${'x'.repeat(43)}`,
    ]) {
      const refused = await post(key, JSON.stringify(createLead()));
      expect([refused.status, refused.json()]).toEqual([401, unknown]);
      expect(refused.text).not.toContain(key);
    }
    const inHeader = await system
      .openBrowser()
      .post('/api/ingest/leads', createLead(), { 'x-funnel-key': address });
    expect([inHeader.status, inHeader.body]).toEqual([401, unknown]);

    const { body } = await admin.get<Funnel>(`/api/admin/funnels/${funnel.id}`);
    const keyId = body.keys.find(({ kind }) => kind === 'address')?.id;
    await admin.post(`/api/admin/funnels/${funnel.id}/revoke-key`, { keyId });
    await eventually(async () => {
      expect((await post(address, JSON.stringify(createLead()))).status).toBe(401);
    });
  });

  it('names wrong fields as the sender did, and stores nothing', async () => {
    const { funnel, key } = await openAddress();
    const { email: _email, ...rest } = createLead();
    const lead = { person: { ...rest, 'E-Mail Address': 'nobody', zip: '1' } };
    const refused = await post(key, JSON.stringify(lead));
    expect([refused.status, refused.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        errors: expect.arrayContaining([
          expect.objectContaining({ field: 'person.E-Mail Address' }),
          expect.objectContaining({ field: 'person.zip' }),
        ]) as unknown,
      }),
    ]);
    const twice = await post(key, JSON.stringify({ ...createLead(), email_1: 'other@example.com' }));
    expect(twice.json()['errors']).toEqual([{ field: 'email_1', message: 'Already given as email' }]);
    const xml = await post(key, '<Lead><email>nobody</email></Lead>', { 'content-type': 'text/xml' });
    expect([xml.status, xml.text]).toEqual([422, expect.stringContaining('<error field="email">')]);
    for (const [body, status] of [
      ['{', 400],
      ['[{},{}]', 400],
      ['"text"', 400],
      ['x'.repeat(300_000), 413],
    ] as const)
      expect((await post(key, body)).status).toBe(status);
    expect(await countLeads(system, funnel.id)).toBe(0);
  });

  it('accepts a repeated post once', async () => {
    const { key } = await openAddress();
    const body = JSON.stringify(createLead());
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => post(key, body, headers)));
    const again = await post(key, body, headers);
    expect(new Set([...answers, again].map(({ json }) => json()['lead_id'])).size).toBe(1);
    expect([again.status, again.json()['replayed']]).toEqual([200, true]);
  });

  it('answers in the format of the tool that it recognizes, or that the address names', async () => {
    const { key } = await openAddress();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const named = await post(
      `${key}/leadconduit`,
      JSON.stringify({ ...createLead(), lead_id: randomUUID() }),
    );
    expect([named.status, named.json()]).toEqual([
      200,
      { outcome: 'success', reason: '', lead: { id: expect.any(String) as unknown } },
    ]);
    const refused = await post(`${key}/leadconduit`, JSON.stringify({ ...createLead(), email: 'nobody' }));
    expect(refused.json()).toEqual({ outcome: 'failure', reason: 'email: Invalid email address' });
    const cake = await post(key, toQuery({ ...createLead(), ckm_key: 'key' }), form);
    expect(cake.text).toMatch(/<result><code>0<\/code><msg>success<\/msg><leadid>.+<\/leadid><\/result>$/);
    const elementor = await post(key, toQuery({ ...createLead(), form_id: '1', form_name: 'Quote' }), form);
    expect(elementor.status).toBe(200);
    const misspelled = await post(`${key}/leadconduct`, JSON.stringify(createLead()));
    expect([misspelled.status, misspelled.json()['status']]).toEqual([201, 'accepted']);
  });

  it('refuses a post that lacks the secret of the connection with its tool', async () => {
    const { funnel, key } = await openAddress();
    const send = async (google_key: string) =>
      (await post(`${key}/google-ads`, JSON.stringify({ ...createLead(), google_key }))).status;
    expect(await send('any')).toBe(200);
    const connection = { tool: 'google-ads', secret: 'key-of-the-form' };
    await admin.post(`/api/admin/funnels/${funnel.id}/connections`, connection);
    await eventually(async () => expect(await send('any')).toBe(401));
    expect(await send('key-of-the-form')).toBe(200);
    const held = 'SELECT 1 FROM held_posts WHERE funnel_id = $1';
    expect(await system.query('lead-router', held, [funnel.id])).toEqual([]);
  });

  it('checks a tool’s test as in test mode, and stores nothing', async () => {
    const { funnel, key } = await openAddress();
    const marked = await post(key, JSON.stringify({ ...createLead(), lp_campaign_key: 'key', lp_test: 1 }));
    expect([marked.status, marked.json()['test']]).toEqual([201, true]);
    expect(await countLeads(system, funnel.id)).toBe(0);
  });
});
