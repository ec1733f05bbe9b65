import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { Market } from './market.js';
import { System } from './system.js';

interface LeadStatistics {
  leads: number;
  medianMs: number | null;
  p95Ms: number | null;
}

let system: System;

beforeAll(async () => {
  system = await System.start(undefined, { STATISTICS_MAX_AGE_SECONDS: '1' });
});
afterAll(() => system.stop());

it('are nothing at first, then what was measured, for everybody and for a while', async () => {
  const read = () => system.browser().get<LeadStatistics>('/api/statistics');
  const before = await read();
  expect(before.body).toEqual({ leads: 0, medianMs: null, p95Ms: null });
  expect(before.headers.get('cache-control')).toBe('public, max-age=1');
  const market = await Market.open(system);
  await market.sell(await market.buyer());
  const { body } = await eventually(async () => {
    const answer = await read();
    return answer.body.leads === 1 && answer;
  });
  expect(body.medianMs).toBeGreaterThan(0);
  expect(body.p95Ms).toBe(body.medianMs);
});

it('are not kept when they could not be read', async () => {
  await system.parts.get('lead-router')?.stop();
  const failed = await eventually(async () => {
    const answer = await system.browser().get('/api/statistics');
    return answer.status === 503 && answer;
  });
  expect(failed.headers.get('cache-control')).toBe('no-store');
  await system.startService('lead-router');
  const answer = await system.browser().get<LeadStatistics>('/api/statistics');
  expect(answer).toMatchObject({ status: 200, body: { leads: 1 } });
});
