import { runService } from '@desk/service-kit';
import { AppModule } from './app.module.js';
import { database } from './database/data-source.js';
import { readAccountsEnv } from './env.js';

await runService({ service: 'accounts', env: readAccountsEnv, database, module: AppModule });
