import { HealthServer, type PeriodicTasks } from '@desk/service-kit';
import { expect, it } from '@jest/globals';
import type { DifferenceRepository } from './difference.repository.js';
import type { Reconciler } from './reconciler.js';
import { ReconciliationSchedule } from './reconciliation-schedule.js';
import type { RunRepository } from './run.repository.js';

function observe(read: { open: () => Promise<number>; ageSeconds: () => Promise<number | undefined> }) {
  const health = new HealthServer({});
  const schedule = new ReconciliationSchedule(
    { start: () => undefined } as unknown as PeriodicTasks,
    { getAgeSeconds: read.ageSeconds } as unknown as RunRepository,
    {} as Reconciler,
    { countOpen: read.open } as unknown as DifferenceRepository,
    health,
    { RECONCILIATION_INTERVAL_MINUTES: 60 },
  );
  schedule.onModuleInit();
  return async () => (await health.metrics.metrics()).match(/^reconciliation_.*$/gm) ?? [];
}
const unreachable = () => Promise.reject(new Error('connect failed'));

it('reports the interval, open differences and the age of the last run', async () => {
  const read = observe({ open: () => Promise.resolve(2), ageSeconds: () => Promise.resolve(60) });
  expect(await read()).toEqual([
    'reconciliation_interval_seconds 3600',
    'reconciliation_open_differences 2',
    'reconciliation_age_seconds{run="last"} 60',
  ]);
});

it('reports nothing instead of 0 differences while they cannot be read', async () => {
  let isReachable = true;
  const read = observe({
    open: () => (isReachable ? Promise.resolve(2) : unreachable()),
    ageSeconds: () => (isReachable ? Promise.resolve(60) : unreachable()),
  });
  expect(await read()).toHaveLength(3);
  isReachable = false;
  expect(await read()).toEqual(['reconciliation_interval_seconds 3600']);
  isReachable = true;
  expect(await read()).toHaveLength(3);
});
