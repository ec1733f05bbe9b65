import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { Fixture } from './fixture.js';
import { TestSystem } from './test-system.js';

interface LeadStatistics {
  leads: number;
  medianMs: number | null;
  p95Ms: number | null;
}

let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start(undefined, { STATISTICS_MAX_AGE_SECONDS: '1' });
});
afterAll(() => system.stop());

it('are empty at first, then measured, public and cached', async () => {
  const getStatistics = () => system.openBrowser().get<LeadStatistics>('/api/statistics');
  const before = await getStatistics();
  expect(before.body).toEqual({ leads: 0, medianMs: null, p95Ms: null });
  expect(before.headers.get('cache-control')).toBe('public, max-age=1');
  const fixture = await Fixture.create(system);
  await fixture.sellLead(await fixture.createBuyer());
  const { body } = await eventually(async () => {
    const answer = await getStatistics();
    return answer.body.leads === 1 && answer;
  });
  expect(body.medianMs).toBeGreaterThan(0);
  expect(body.p95Ms).toBe(body.medianMs);
});

it('are not cached when they are unavailable', async () => {
  await system.processes.get('lead-router')?.stop();
  const failed = await eventually(async () => {
    const answer = await system.openBrowser().get('/api/statistics');
    return answer.status === 503 && answer;
  });
  expect(failed.headers.get('cache-control')).toBe('no-store');
  await system.startService('lead-router');
  const answer = await system.openBrowser().get<LeadStatistics>('/api/statistics');
  expect(answer).toMatchObject({ status: 200, body: { leads: 1 } });
});
