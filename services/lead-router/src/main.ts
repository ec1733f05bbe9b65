import { runService } from '@desk/service-kit';
import { AppModule } from './app.module.js';
import { database, INTAKE_CONNECTIONS } from './database/data-source.js';
import { readLeadRouterEnv } from './env.js';

await runService({
  service: 'lead-router',
  env: readLeadRouterEnv,
  database,
  module: AppModule,
  requestPoolSize: INTAKE_CONNECTIONS,
});
