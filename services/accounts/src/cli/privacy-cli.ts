import { runDatabaseCommand } from '@desk/service-kit';
import { database } from '../database/data-source.js';

/** Records that a consumer's data was exported or erased, by ids only. */
interface Request {
  readonly action: 'consumer-exported' | 'consumer-erased';
  readonly leadIds: readonly string[];
}

await runDatabaseCommand<Request>(database.schema, async (dataSource, { action, leadIds }) => {
  await dataSource.query('INSERT INTO audit_events (action, new_value) VALUES ($1, $2)', [
    action,
    JSON.stringify({ leadIds }),
  ]);
  return {};
});
