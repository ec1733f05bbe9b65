import { runService } from '@desk/service-kit';
import { AppModule } from './app.module.js';
import { database } from './database/data-source.js';
import { readNotifierEnv } from './env.js';

await runService({ service: 'notifier', env: readNotifierEnv, database, module: AppModule });
