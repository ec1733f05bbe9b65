import { DataCipher, runDatabaseCommand } from '@desk/service-kit';
import { exportAgent, getAgentStatus } from '../agent-erasure/agent-status.repository.js';
import { database } from '../database/data-source.js';
import { DeliveryContentRepository } from '../retention/delivery-content.repository.js';

type Request =
  | { readonly action: 'export' | 'erase'; readonly leadIds: readonly string[] }
  | { readonly action: 'export-agent' | 'agent-status'; readonly buyerId: string };

await runDatabaseCommand<Request>(database.schema, (dataSource, request) => {
  switch (request.action) {
    case 'export-agent':
      return exportAgent(dataSource, request.buyerId);
    case 'agent-status':
      return getAgentStatus(dataSource, request.buyerId);
    default:
      return new DeliveryContentRepository(dataSource, new DataCipher(process.env['DATA_KEYS'] ?? ''))[
        request.action
      ](request.leadIds);
  }
});
