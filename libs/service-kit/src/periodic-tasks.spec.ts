import { expect, test } from '@jest/globals';
import { createRegistry } from './metrics/create-registry.js';
import type { Logger } from './logging/logger.js';
import { PeriodicTasks } from './periodic-tasks.js';

test('counts and logs failed runs, and starts none after shutdown', async () => {
  const metrics = createRegistry();
  const logged: unknown[] = [];
  const logger = {
    warn: (fields: unknown, event: string) => logged.push({ fields, event }),
  } as unknown as Logger;
  const tasks = new PeriodicTasks(logger, metrics);
  let runs = 0;
  const error = new Error('broken');
  const task = tasks.start({
    name: 'lead expiry',
    intervalMs: 3_600_000,
    run: () => {
      runs += 1;
      return runs === 1 ? Promise.reject(error) : Promise.resolve();
    },
  });
  await task.runNow();
  const first = await metrics.metrics();
  expect(first).toContain('periodic_task_runs_total{task="lead expiry",outcome="failed"} 1');
  expect(first).toContain('periodic_task_runs_total{task="lead expiry",outcome="succeeded"} 0');
  await task.runNow();
  await tasks.beforeApplicationShutdown();
  await task.runNow();

  expect(runs).toBe(2);
  expect(logged).toEqual([{ fields: { err: error, task: 'lead expiry' }, event: 'periodic task failed' }]);
  const text = await metrics.metrics();
  expect(text).toContain('periodic_task_runs_total{task="lead expiry",outcome="failed"} 1');
  expect(text).toContain('periodic_task_runs_total{task="lead expiry",outcome="succeeded"} 1');
  expect(text).toContain('periodic_task_duration_seconds_count{task="lead expiry"} 2');
});
