import { expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { HealthServer } from './health/health-server.js';
import { KitModule, type KitParts } from './kit.module.js';

it('cleans the inbox periodically in every service with a database, and counts the runs', async () => {
  const health = new HealthServer({});
  const absent = {};
  const dataSource = {
    isInitialized: true,
    options: {},
    entityMetadatas: [],
    destroy: () => Promise.resolve(),
  };
  const kit = {
    env: {},
    logger: {},
    transport: { client: absent, redis: absent, publisher: absent, backlogs: absent, broadcast: absent },
    health,
    database: {
      dataSource,
      relay: absent,
      transactions: absent,
      requestTransactions: absent,
      announcer: absent,
    },
  } as unknown as KitParts;
  const app = await NestFactory.createApplicationContext(KitModule.of(kit), { logger: false });
  const metrics = await health.metrics.metrics();
  await app.close();
  for (const outcome of ['succeeded', 'failed'])
    expect(metrics).toContain(`periodic_task_runs_total{task="inbox cleaning",outcome="${outcome}"} 0`);
});
