import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Attention,
  Funnel,
  HeldPost,
  Mapping,
  MappingRule,
  Mappings,
  PostedFieldName,
  PostReading,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { addKey, changeFunnel, countLeads, createFunnel } from './funnels.js';
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
async function openAddress(mode: 'live' | 'test' = 'live'): Promise<{ funnel: Funnel; key: string }> {
  const { funnel } = await createFunnel(admin, { mode, phoneVerification: 'off' });
  return { funnel, key: await addKey(admin, funnel, 'address') };
}

const post = (key: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${system.gateway.url}/api/ingest/in/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Renames the fields of a lead to words that no list of usual names contains. */
const toForeign = ({ email, phone, ...rest }: Record<string, unknown>) => ({
  ...rest,
  kontakt: email,
  rufnummer: phone,
});
const rule = (field: PostedFieldName, ...from: string[]): MappingRule => ({
  field,
  from,
  constant: null,
  values: [],
  isDayFirst: false,
});
const mapping: Mapping = { rules: [rule('email', 'kontakt'), rule('phone', 'rufnummer')] };

const save = (funnelId: string, saved: Mapping, version: number) =>
  admin.post<Mappings>(`/api/admin/funnels/${funnelId}/mapping`, { mapping: saved, version });
type List = { posts: HeldPost[]; next: string | null };
const list = async (funnelId: string, status?: string): Promise<HeldPost[]> =>
  (await admin.get<List>(`/api/admin/held-posts?funnel=${funnelId}${status ? `&status=${status}` : ''}`)).body
    .posts;
type Replay = { outcome: string; post: HeldPost };
const replay = (id: string) => admin.post<Replay>(`/api/admin/held-posts/${id}/replay`, {});

describe('a post that cannot become a lead', () => {
  it('is held encrypted with its reason, once however often it is repeated', async () => {
    const { funnel, key } = await openAddress();
    const lead = toForeign({ ...createLead() });
    const refused = await post(key, lead);
    expect(refused.status).toBe(422);
    expect((await post(key, lead)).status).toBe(422);
    const [held, ...others] = await list(funnel.id);
    expect(others).toEqual([]);
    expect(held).toMatchObject({
      funnelName: funnel.name,
      reason: 'invalid',
      status: 'waiting',
      leadId: null,
    });
    expect(held?.faults.map(({ field }) => field).sort()).toEqual(['email', 'phone']);
    const stored = await system.query<{ request: string; refusal: string }>(
      'lead-router',
      'SELECT request, refusal FROM held_posts WHERE funnel_id = $1',
      [funnel.id],
    );
    expect(JSON.stringify(stored)).not.toContain(String(lead.kontakt));
    expect(stored[0]?.refusal).toMatch(/^enc:/);
    expect((await admin.get<Attention>('/api/admin/attention')).body.heldPosts).toBeGreaterThan(0);
  });

  it('is held if it cannot even be read, but not with a wrong key, nor as a duplicate', async () => {
    const { funnel, key } = await openAddress();
    expect((await post(key, '{"email": ')).status).toBe(400);
    expect((await post(`${key}x`, toForeign({ ...createLead() }))).status).toBe(401);
    const lead = createLead();
    expect((await post(key, lead)).status).toBe(201);
    expect((await post(key, { ...lead, email: createLead().email })).status).toBe(409);
    const [first, ...others] = await list(funnel.id);
    expect([first?.reason, others]).toEqual(['malformed', []]);
    expect((await replay(first?.id ?? '')).body).toMatchObject({ outcome: 'refused' });
    expect(
      (await admin.get<{ reading: PostReading }>(`/api/admin/held-posts/${first?.id}`)).body.reading,
    ).toMatchObject({ failure: 'The request body is not JSON.', values: [] });
  });
});

describe('a mapping', () => {
  it('is tried on a sample and on a held post, saved as a version, and read by the next post', async () => {
    const { funnel, key } = await openAddress();
    const lead = toForeign({ ...createLead() });
    await post(key, lead);
    const [held] = await list(funnel.id);
    const preview = (body: object) =>
      admin.post<PostReading>(`/api/admin/funnels/${funnel.id}/preview`, { mapping, ...body });
    for (const body of [{ sample: JSON.stringify(lead) }, { postId: held?.id }]) {
      const reading = await preview(body);
      expect([reading.status, reading.body.faults]).toEqual([200, []]);
      expect(reading.body.values).toContainEqual({
        path: 'kontakt',
        name: 'kontakt',
        value: lead.kontakt,
        field: 'email',
      });
      expect(reading.body.fields).toContainEqual({
        field: 'email',
        asSent: lead.kontakt,
        value: lead.kontakt,
        fault: null,
      });
    }
    expect((await preview({ sample: 'kontakt=ann%40example.com' })).body.fields).toHaveLength(1);
    expect((await preview({ sample: '{' })).body.failure).toBe('The request body is not JSON.');
    const { funnel: other } = await openAddress();
    const ofOther = await admin.post(`/api/admin/funnels/${other.id}/preview`, { mapping, postId: held?.id });
    expect(ofOther.status).toBe(404);

    const saved = await save(funnel.id, mapping, 0);
    expect(saved.body.versions.map(({ version }) => version)).toEqual([1]);
    // First the same version is saved again, then a change that is based on an older one.
    expect((await save(funnel.id, mapping, 0)).body.versions).toHaveLength(1);
    const late = await save(funnel.id, { rules: [] }, 0);
    expect([late.status, late.body]).toEqual([409, expect.objectContaining({ code: 'SETTINGS_CHANGED' })]);
    const twice = { rules: [rule('email', 'a'), rule('email', 'b')] };
    expect((await save(funnel.id, twice, 1)).status).toBe(422);
    const forged = { rules: [{ ...rule('consent_at'), constant: '2026-11-01T10:00:00Z' }] };
    expect((await save(funnel.id, forged, 1)).status).toBe(422);
    const unseen = toForeign({ ...createLead() });
    await eventually(async () => {
      expect((await post(key, unseen)).status).toBe(201);
    });
  });
});

describe('a replay', () => {
  it('turns a post into one lead with the age of the post, however often it is replayed', async () => {
    const { funnel, key } = await openAddress();
    const buyer = await fixture.createBuyer();
    await post(key, toForeign({ ...createLead() }));
    const [held] = await list(funnel.id);
    const id = held?.id ?? '';
    expect((await replay(id)).body).toMatchObject({ outcome: 'refused', post: { status: 'waiting' } });
    await save(funnel.id, mapping, 0);
    const replays = await Promise.all([1, 2, 3, 4, 5].map(() => replay(id)));
    expect(replays.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await countLeads(system, funnel.id)).toBe(1);
    const [accepted] = await list(funnel.id, 'accepted');
    expect(accepted).toMatchObject({ id, status: 'accepted' });
    const [stored] = await system.query<{ request: null; same: boolean }>(
      'lead-router',
      `SELECT p.request, l.created_at = p.received_at AS same
         FROM held_posts p JOIN leads l ON l.id = p.lead_id WHERE p.id = $1`,
      [id],
    );
    expect(stored).toEqual({ request: null, same: true });
    await eventually(async () => {
      expect((await buyer.browser.get(`/api/leads/${accepted?.leadId}`)).status).toBe(200);
    });
    const again = await replay(id);
    expect([again.status, again.body]).toEqual([409, expect.objectContaining({ code: 'HELD_POST_CLOSED' })]);
    expect((await admin.post(`/api/admin/held-posts/${id}/discard`, {})).status).toBe(409);
    expect((await admin.get(`/api/admin/held-posts/${id}`)).body).toMatchObject({ reading: null });
  });

  it('of a person who became a lead by another post ends as a duplicate', async () => {
    const { funnel, key } = await openAddress();
    const lead = createLead();
    await post(key, toForeign({ ...lead }));
    expect((await post(key, lead)).status).toBe(201);
    await save(funnel.id, mapping, 0);
    const [held] = await list(funnel.id);
    const { outcome, post: ended } = (await replay(held?.id ?? '')).body;
    expect([outcome, ended.status, ended.leadId]).toEqual(['duplicate', 'duplicate', null]);
    expect(await countLeads(system, funnel.id)).toBe(1);
  });

  it('of a lead that is no longer real-time is not sold', async () => {
    const { funnel, key } = await openAddress();
    await fixture.createBuyer();
    await post(key, toForeign({ ...createLead() }));
    await save(funnel.id, mapping, 0);
    const [held] = await list(funnel.id);
    await system.query(
      'lead-router',
      "UPDATE held_posts SET received_at = now() - interval '60 hours' WHERE id = $1",
      [held?.id],
    );
    const { post: ended } = (await replay(held?.id ?? '')).body;
    await eventually(async () => {
      const rows = await system.query<{ status: string }>(
        'lead-router',
        'SELECT status FROM leads WHERE id = $1',
        [ended.leadId],
      );
      expect(rows).toEqual([{ status: 'expired' }]);
    });
  });

  it('in test mode checks the post, which stays held; is refused for a paused funnel', async () => {
    const { funnel, key } = await openAddress('test');
    await post(key, toForeign({ ...createLead() }), { 'idempotency-key': 'test 1' });
    await save(funnel.id, mapping, 0);
    const [held] = await list(funnel.id);
    for (let round = 0; round < 2; round += 1)
      expect((await replay(held?.id ?? '')).body).toMatchObject({
        outcome: 'test',
        post: { status: 'waiting' },
      });
    await changeFunnel(admin, funnel, { mode: 'paused' });
    const paused = await replay(held?.id ?? '');
    expect([paused.status, paused.body]).toEqual([403, expect.objectContaining({ code: 'FUNNEL_PAUSED' })]);
  });
});

it("a tool's test never becomes a lead", async () => {
  const { funnel, key } = await openAddress();
  const test = { ...toForeign({ ...createLead() }), lp_campaign_key: 'x', lp_test: '1' };
  expect((await post(key, test)).status).toBe(422);
  await save(funnel.id, mapping, 0);
  const [held] = await list(funnel.id);
  expect((await replay(held?.id ?? '')).body).toMatchObject({
    outcome: 'test',
    post: { status: 'waiting', leadId: null },
  });
  expect(await countLeads(system, funnel.id)).toBe(0);
});

it('a discarded post is gone for good', async () => {
  const { funnel, key } = await openAddress();
  await post(key, toForeign({ ...createLead() }));
  const [held] = await list(funnel.id);
  const discard = () => admin.post<HeldPost>(`/api/admin/held-posts/${held?.id}/discard`, {});
  expect((await discard()).body).toMatchObject({ status: 'discarded' });
  expect((await discard()).status).toBe(200);
  expect((await replay(held?.id ?? '')).status).toBe(409);
  expect(await list(funnel.id, 'waiting')).toEqual([]);
});
