import { expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { HealthServer } from '../health/health-server.js';
import type { Logger } from '../logging/logger.js';
import { PeriodicTasks } from '../periodic-tasks.js';
import type { RetentionRule } from './retention-rule.js';
import { RETENTION_BATCH, RetentionJob } from './retention.job.js';

const rule = (data: string): RetentionRule => ({
  data,
  setting: `RETENTION_${data.toUpperCase()}_DAYS`,
  defaultDays: 30,
  minDays: 1,
  outcome: 'removed',
  reason: 'a test',
  sql: data,
});

function createJob(rules: readonly RetentionRule[], batches: Record<string, (number | Error)[]>) {
  const queries: unknown[] = [];
  const dataSource = {
    query: (sql: string, values: unknown[]) => {
      queries.push([sql, ...values]);
      const rows = batches[sql]?.shift() ?? 0;
      return rows instanceof Error ? Promise.reject(rows) : Promise.resolve([{ rows }]);
    },
  } as unknown as DataSource;
  const events: unknown[] = [];
  const logger = {
    info: (fields: object, event: string) => events.push({ ...fields, event }),
  } as unknown as Logger;
  const health = new HealthServer({});
  const tasks = new PeriodicTasks(logger, health.metrics);
  const env = { RETENTION_DRAFTS_DAYS: 30, RETENTION_MAILS_DAYS: 90 };
  return { job: new RetentionJob(tasks, dataSource, health, logger, env, rules), queries, events, health };
}

test('repeats batches until one is not full, and reports the number of rows', async () => {
  const { job, queries, events, health } = createJob([rule('drafts'), rule('mails')], {
    drafts: [RETENTION_BATCH, RETENTION_BATCH, 7],
  });
  await job.run();
  expect(queries).toEqual([
    ...Array.from({ length: 3 }, () => ['drafts', 30, RETENTION_BATCH]),
    ['mails', 90, RETENTION_BATCH],
  ]);
  expect(events).toEqual([
    { data: 'drafts', outcome: 'removed', rows: 2 * RETENTION_BATCH + 7, event: 'retention rule applied' },
  ]);
  expect(await health.metrics.metrics()).toContain(
    `retention_rows_total{data="drafts",outcome="removed"} ${2 * RETENTION_BATCH + 7}`,
  );
});

test('applies the other rules when one fails, and fails afterwards', async () => {
  const { job, queries, events } = createJob([rule('drafts'), rule('mails')], {
    drafts: [RETENTION_BATCH, new Error('timeout')],
    mails: [1],
  });
  await expect(job.run()).rejects.toThrow('retention rules failed');
  expect(queries.at(-1)).toEqual(['mails', 90, RETENTION_BATCH]);
  expect(events).toMatchObject([
    { data: 'drafts', rows: RETENTION_BATCH },
    { data: 'mails', rows: 1 },
  ]);
});

test('starts no batch after shutdown', async () => {
  const { job, queries } = createJob([rule('drafts')], { drafts: [RETENTION_BATCH, RETENTION_BATCH] });
  job.onModuleDestroy();
  await job.run();
  expect(queries).toHaveLength(0);
});
