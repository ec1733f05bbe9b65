import { runService } from '@desk/service-kit';
import { AppModule } from './app.module.js';
import { database } from './database/data-source.js';
import { readBillingEnv } from './env.js';

await runService({ service: 'billing', env: readBillingEnv, database, module: AppModule });
