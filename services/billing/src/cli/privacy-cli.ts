import { runDatabaseCommand } from '@desk/service-kit';
import { exportCustomer, getCustomerStatus } from '../card-erasure/customer-status.repository.js';
import { database } from '../database/data-source.js';

interface Request {
  readonly action: 'export-agent' | 'agent-status';
  readonly buyerId: string;
}

await runDatabaseCommand<Request>(database.schema, (dataSource, { action, buyerId }) =>
  action === 'export-agent' ? exportCustomer(dataSource, buyerId) : getCustomerStatus(dataSource, buyerId),
);
