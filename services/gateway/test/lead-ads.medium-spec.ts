import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Connections } from '@desk/contracts';
import { eventually } from '@desk/testing';
import { RejectionCounter } from '../src/ingest/rejection-counter.js';
import { createLead } from './lead-bodies.js';
import { APP_SECRET, LeadAds, newMetaId, postJson } from './lead-ads.js';

const CLIENT_SECRET = 'client-secret-of-the-test';

let ads: LeadAds;

beforeAll(async () => {
  ads = await LeadAds.start();
});
afterAll(() => ads.system.stop());

describe('a connection', () => {
  it('never returns a secret, requires all secrets at first, and keeps those that a later request omits', async () => {
    const funnel = await ads.createFunnel();
    const incomplete = await ads.save(funnel, { tool: 'meta', secret: APP_SECRET });
    expect([incomplete.status, incomplete.body]).toEqual([
      422,
      expect.objectContaining({
        errors: [
          { field: 'pageId', message: 'Page ID is required' },
          { field: 'pageToken', message: 'Page access token is required' },
        ],
      }),
    ]);
    const page = { pageId: funnel.pageId, pageToken: funnel.token };
    const saved = await ads.save(funnel, { tool: 'meta', secret: APP_SECRET, ...page });
    expect(JSON.stringify(saved.body)).not.toMatch(new RegExp(`${APP_SECRET}|${funnel.token}`));
    const stored = await ads.system.query<{ secret: string; page_token: string }>(
      'lead-router',
      'SELECT secret, page_token FROM funnel_connections WHERE funnel_id = $1',
      [funnel.id],
    );
    expect(stored).toEqual([
      { secret: expect.stringMatching(/^enc:/), page_token: expect.stringMatching(/^enc:/) },
    ]);
    expect((await ads.save(funnel, { tool: 'meta', pageToken: `${funnel.token}2` })).status).toBe(200);
    const removed = await ads.admin.post<Connections>(`/api/admin/funnels/${funnel.id}/remove-connection`, {
      tool: 'meta',
    });
    expect(removed.body).toEqual({ connections: [] });
  });
});

describe('a notification from Meta', () => {
  it('creates each named lead only once, with its time at Meta, however often it is repeated', async () => {
    const funnel = await ads.createFunnel();
    await ads.connectMeta(funnel);
    const createdTime = new Date(Date.now() - 600_000).toISOString();
    const ids = [
      await ads.plant(funnel, createLead(), createdTime),
      await ads.plant(funnel, createLead(), createdTime),
    ];
    const answers = await Promise.all([
      ads.notify(funnel, ids),
      ads.notify(funnel, ids),
      ads.notify(funnel, ids.slice(1)),
    ]);
    expect(answers).toEqual([200, 200, 200]);
    await ads.untilAccepted(funnel, 2);
    expect(await ads.notify(funnel, ids)).toBe(200);
    await ads.untilAccepted(funnel, 2);
    const createdAt = `${createdTime.slice(0, 19)}.000Z`;
    expect((await ads.listLeads(funnel)).map((lead) => lead.createdAt.toISOString())).toEqual([
      createdAt,
      createdAt,
    ]);
  });

  it('is refused with a wrong signature, and not held', async () => {
    const funnel = await ads.createFunnel();
    await ads.connectMeta(funnel);
    const id = await ads.plant(funnel);
    expect(await ads.notify(funnel, [id], 'another-secret')).toBe(401);
    expect(await ads.list(funnel)).toEqual([]);
    expect(
      await ads.system.query('lead-router', 'SELECT 1 FROM lead_fetches WHERE funnel_id = $1', [funnel.id]),
    ).toEqual([]);
  });

  it('without a connection is held, and its lead is fetched once Meta is connected and the post replayed', async () => {
    const funnel = await ads.createFunnel();
    // Older than anything that the form reader looks for after the connection: only the replay can fetch it.
    const id = await ads.plant(funnel, createLead(), new Date(Date.now() - 2 * 3_600_000).toISOString());
    expect(await ads.notify(funnel, [id])).toBe(200);
    const [held] = await ads.list(funnel);
    expect(held).toMatchObject({ reason: 'not_fetched' });
    const replay = () => ads.admin.post<{ outcome: string }>(`/api/admin/held-posts/${held?.id}/replay`, {});
    expect((await replay()).status).toBe(409);
    await ads.connectMeta(funnel);
    expect((await replay()).body).toMatchObject({ outcome: 'fetching' });
    await ads.untilAccepted(funnel, 1);
  });

  it('of a lead that Meta does not know is held with the reason, and fetched again by a replay', async () => {
    const funnel = await ads.createFunnel();
    await ads.connectMeta(funnel);
    expect(await ads.notify(funnel, [newMetaId()])).toBe(200);
    const held = await eventually(async () => {
      const [first] = await ads.list(funnel);
      expect(first).toMatchObject({
        reason: 'not_fetched',
        detail: expect.stringContaining('Meta has no such lead'),
      });
      return first;
    });
    const replayed = await ads.admin.post<{ outcome: string }>(
      `/api/admin/held-posts/${held?.id}/replay`,
      {},
    );
    expect(replayed.body).toMatchObject({ outcome: 'fetching' });
    await eventually(async () => {
      const rows = await ads.system.query(
        'lead-router',
        "SELECT 1 FROM lead_fetches WHERE id = $1 AND status = 'failed'",
        [held?.id],
      );
      expect(rows).toHaveLength(1);
    });
    expect(await ads.list(funnel)).toHaveLength(1);
  });

  it('of a lead without a required field is held as invalid, and of a test lead as a test', async () => {
    const funnel = await ads.createFunnel();
    await ads.connectMeta(funnel);
    const { email: _, ...rest } = createLead();
    const test = { ...rest, full_name: '<test lead: dummy data for full_name>' };
    expect(await ads.notify(funnel, [await ads.plant(funnel, rest), await ads.plant(funnel, test)])).toBe(
      200,
    );
    await eventually(async () => {
      const held = await ads.list(funnel);
      expect(held.map(({ reason }) => reason).sort()).toEqual(['invalid', 'test']);
      const invalid = held.find(({ reason }) => reason === 'invalid');
      expect(invalid?.faults).toContainEqual(expect.objectContaining({ field: 'email' }));
    });
    expect(await ads.listLeads(funnel)).toEqual([]);
  });

  it('in test mode is held once, as a test', async () => {
    const funnel = await ads.createFunnel('test');
    await ads.connectMeta(funnel);
    expect(await ads.notify(funnel, [await ads.plant(funnel)])).toBe(200);
    await eventually(async () => {
      expect((await ads.list(funnel)).map(({ reason }) => reason)).toEqual(['test']);
    });
  });
});

describe('a token that Meta refuses', () => {
  it('stops fetching until another one is saved, and loses no lead', async () => {
    const funnel = await ads.createFunnel();
    await ads.connectMeta(funnel);
    await ads.system.sandbox('meta/tokens', { token: funnel.token, error: 190 });
    const ids = [await ads.plant(funnel), await ads.plant(funnel)];
    expect(await ads.notify(funnel, ids)).toBe(200);
    await eventually(async () => {
      const connection = await ads.getConnection(funnel, 'meta');
      expect(connection?.page?.tokenRefusedAt).toEqual(expect.any(String));
      expect(connection?.error?.message).toContain('Meta refuses the Page access token.');
    });
    expect([await ads.listLeads(funnel), await ads.list(funnel)]).toEqual([[], []]);
    await ads.save(funnel, { tool: 'meta', pageToken: `${funnel.token}new` });
    await ads.untilAccepted(funnel, 2);
    await eventually(async () => {
      expect(await ads.getConnection(funnel, 'meta')).toMatchObject({
        error: null,
        page: { name: `Page ${funnel.pageId}`, tokenRefusedAt: null },
      });
    });
  });
});

it('an outage of Meta delays a lead, and loses none', async () => {
  const funnel = await ads.createFunnel();
  await ads.connectMeta(funnel);
  const id = await ads.plant(funnel);
  await ads.system.sandbox('faults', {
    kind: 'status',
    status: 503,
    match: { path: `/v25.0/${id}` },
    times: 2,
  });
  expect(await ads.notify(funnel, [id])).toBe(200);
  await ads.untilAccepted(funnel, 1);
});

it('a lead without a notification is found in its form', async () => {
  const funnel = await ads.createFunnel();
  await ads.plant(funnel);
  await ads.connectMeta(funnel);
  await ads.untilAccepted(funnel, 1);
  await eventually(async () => {
    expect((await ads.getConnection(funnel, 'meta'))?.page?.name).toBe(`Page ${funnel.pageId}`);
  });
});

it('forms are read again after 15 minutes, whether or not Meta answered', async () => {
  const readMinutesUntilFormsDue = async ({ id }: { readonly id: string }): Promise<number | undefined> => {
    const sql = `SELECT extract(epoch FROM forms_due_at - now())::float8 / 60 AS minutes
                   FROM funnel_connections WHERE funnel_id = $1`;
    return (await ads.system.query<{ minutes: number }>('lead-router', sql, [id]))[0]?.minutes;
  };
  const [answered, unanswered] = [await ads.createFunnel(), await ads.createFunnel()];
  await ads.plant(answered);
  const match = { path: `/v25.0/${unanswered.pageId}` };
  await ads.system.sandbox('faults', { kind: 'status', status: 503, match, times: 1 });
  for (const funnel of [answered, unanswered]) await ads.connectMeta(funnel);
  await eventually(async () => {
    expect((await ads.getConnection(answered, 'meta'))?.page?.formsReadAt).toEqual(expect.any(String));
    expect((await ads.getConnection(unanswered, 'meta'))?.error).not.toBeNull();
  });
  for (const funnel of [answered, unanswered])
    expect(await readMinutesUntilFormsDue(funnel)).toBeGreaterThan(10);
});

describe('a handshake', () => {
  it('from Meta is answered with its challenge as plain text, and is not a refused post', async () => {
    const { url, id } = await ads.createFunnel();
    const query = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=any';
    for (const address of [url, `${url}/meta`]) {
      const answer = await fetch(`${address}?${query}`);
      expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain\b/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(`${url}x?${query}`)).status).toBe(401);
    await ads.system.gateway.app.get(RejectionCounter).flush();
    expect(
      await ads.system.query('lead-router', 'SELECT 1 FROM rejections WHERE funnel_id = $1', [id]),
    ).toEqual([]);
  });

  it('from LinkedIn is answered with the client secret, and refused without one', async () => {
    const funnel = await ads.createFunnel();
    const code = '890e4665-4dfe-4ab1-b689-ed553bceeed0';
    const early = await fetch(`${funnel.url}/linkedin?challengeCode=${code}`);
    expect([early.status, await early.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'CONNECTION_MISSING' }),
    ]);
    expect((await ads.save(funnel, { tool: 'linkedin', secret: CLIENT_SECRET })).status).toBe(200);
    const challengeResponse = createHmac('sha256', CLIENT_SECRET).update(code).digest('hex');
    for (const address of [funnel.url, `${funnel.url}/linkedin`])
      await eventually(async () => {
        const answer = await fetch(`${address}?challengeCode=${code}`);
        expect(await answer.json()).toEqual({ challengeCode: code, challengeResponse });
      });
  });
});

it('a notification from LinkedIn is held with its lead id, and refused unless it is signed', async () => {
  const funnel = await ads.createFunnel();
  await ads.save(funnel, { tool: 'linkedin', secret: CLIENT_SECRET });
  const notification = {
    type: 'LEAD_ACTION',
    leadAction: 'CREATED',
    leadType: 'SPONSORED',
    occurredAt: Date.now(),
    leadGenFormResponse: 'urn:li:leadGenFormResponse:b8ab73c4-1',
  };
  const forged = { 'x-li-signature': 'a'.repeat(64) };
  await eventually(async () => {
    // Ignored until the gateway knows the secret.
    const deleted = { ...notification, leadAction: 'DELETED' };
    expect((await postJson(funnel.url, deleted, forged)).status).toBe(401);
  });
  expect((await postJson(funnel.url, notification, forged)).status).toBe(401);
  expect(await ads.list(funnel)).toEqual([]);
  const signature = createHmac('sha256', CLIENT_SECRET)
    .update(`hmacsha256=${JSON.stringify(notification)}`)
    .digest('hex');
  expect((await postJson(funnel.url, notification, { 'x-li-signature': signature })).status).toBe(200);
  const [held] = await ads.list(funnel);
  expect(held).toMatchObject({ reason: 'not_fetched' });
  expect((await ads.admin.post(`/api/admin/held-posts/${held?.id}/replay`, {})).body).toMatchObject({
    outcome: 'refused',
  });
});
