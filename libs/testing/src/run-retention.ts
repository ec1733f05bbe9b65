import {
  createDataSource,
  createLogger,
  DataCipher,
  HealthServer,
  PeriodicTasks,
  RetentionJob,
} from '@desk/service-kit';
import type { RetentionRule } from '@desk/service-kit';
import { testDataKey } from './data-keys.js';

/** Applies retention rules once, as the service with this database role does. `days` replaces their default times. */
export async function runRetention(
  { url, schema }: { url: string; schema: string },
  rules: readonly RetentionRule[],
  days: Readonly<Record<string, number>> = {},
): Promise<void> {
  const dataSource = createDataSource({ url, schema, entities: [], poolSize: 5 });
  await dataSource.initialize();
  try {
    const logger = createLogger('retention', 'silent');
    const health = new HealthServer({});
    const tasks = new PeriodicTasks(logger, health.metrics);
    const defaults = Object.fromEntries(rules.map(({ setting, defaultDays }) => [setting, defaultDays]));
    const cipher = new DataCipher(testDataKey());
    await new RetentionJob(tasks, dataSource, health, logger, { ...defaults, ...days }, rules, cipher).run();
  } finally {
    await dataSource.destroy();
  }
}
