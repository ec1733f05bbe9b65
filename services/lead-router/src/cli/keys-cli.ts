import { runReencryptionCommand } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { reencryptionTasks } from '../reencryption/reencryption-tasks.js';

await runReencryptionCommand(database.schema, reencryptionTasks);
