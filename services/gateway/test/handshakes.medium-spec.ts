import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { LeadAds, postJson } from './lead-ads.js';

const CLIENT_SECRET = 'client-secret-of-the-test';

let ads: LeadAds;

beforeAll(async () => {
  ads = await LeadAds.start();
});
afterAll(() => ads.system.stop());

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
  const signature = createHmac('sha256', CLIENT_SECRET)
    .update(`hmacsha256=${JSON.stringify(notification)}`)
    .digest('hex');
  await eventually(async () => {
    expect((await postJson(funnel.url, notification, { 'x-li-signature': 'a'.repeat(64) })).status).toBe(401);
  });
  const before = (await ads.list(funnel)).length;
  expect((await postJson(funnel.url, notification, { 'x-li-signature': signature })).status).toBe(200);
  const held = await ads.list(funnel);
  expect(held.length).toBeGreaterThanOrEqual(Math.max(1, before));
  expect(held[0]).toMatchObject({ reason: 'not_fetched' });
  expect((await ads.admin.post(`/api/admin/held-posts/${held[0]?.id}/replay`, {})).body).toMatchObject({
    outcome: 'refused',
  });
});
