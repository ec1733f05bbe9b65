import { runMigrations } from '@desk/service-kit';
import { database, migrations } from './database/data-source.js';

const url = process.env['DATABASE_URL'];
if (!url) throw new Error('DATABASE_URL is missing');
await runMigrations({ ...database, migrations, url });
