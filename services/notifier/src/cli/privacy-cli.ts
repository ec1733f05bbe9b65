import { runDatabaseCommand } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { DeliveryContentRepository } from '../retention/delivery-content.repository.js';

interface Request {
  readonly action: 'export' | 'erase';
  readonly leadIds: readonly string[];
}

await runDatabaseCommand<Request>(database.schema, async (dataSource, { action, leadIds }) =>
  new DeliveryContentRepository(dataSource)[action](leadIds),
);
