import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@desk/testing';
import { RealPersonBodies } from '../../../tools/workload/test/real-person-bodies.js';
import { TestSystem } from './test-system.js';

const KEY = 'fk_real_persons';
let system: TestSystem;

beforeAll(async () => {
  system = await TestSystem.start();
  const funnelId = randomUUID();
  await system.query('lead-router', 'INSERT INTO funnels (id, name) VALUES ($1, $2)', [funnelId, 'Persons']);
  await system.query('lead-router', 'INSERT INTO funnel_keys VALUES ($1, $2, $3)', [
    createHash('sha256').update(KEY).digest('hex'),
    funnelId,
    'fk_real_',
  ]);
});
afterAll(() => system.stop());

it('every one of 1,000 real-looking Americans is accepted', async () => {
  const people = new RealPersonBodies('1,000 Americans');
  const browser = system.openBrowser();
  for (let batch = 0; batch < 10; batch += 1) {
    const leads = Array.from({ length: 100 }, () => people.next());
    const headers = { 'x-funnel-key': KEY, 'idempotency-key': `batch-${batch}` };
    await eventually(async () => {
      const { status, body } = await browser.post<{ results: { status: string }[] }>(
        '/api/ingest/leads/batch',
        { leads },
        headers,
      );
      // Posts again what a busy system refused.
      if (status === 503 || status === 429 || body.results.some((result) => result.status === 'error'))
        return false;
      expect(body.results.filter((result) => result.status !== 'accepted')).toEqual([]);
      return true;
    });
  }
  const [row] = await system.query<{ count: number }>(
    'lead-router',
    'SELECT count(*)::int AS count FROM leads',
  );
  expect(row?.count).toBe(1_000);
});
