import { readOperator, runDatabaseCommand } from '@desk/service-kit';
import { exportAgent } from '../agent-erasure/agent-export.repository.js';
import { type AgentName, AgentRepository, recordAgentAction } from '../agent-erasure/agent.repository.js';
import { database } from '../database/data-source.js';

type Request =
  /** Records, by ids only, that a consumer's data was exported or erased. */
  | { readonly action: 'consumer-exported' | 'consumer-erased'; readonly leadIds: readonly string[] }
  | { readonly action: 'export-agent' | 'erase-agent'; readonly agent: AgentName };

await runDatabaseCommand<Request>(database.schema, async (dataSource, request) => {
  const operator = readOperator();
  const agents = new AgentRepository(dataSource);
  switch (request.action) {
    case 'erase-agent':
      return agents.erase(request.agent, operator);
    case 'export-agent': {
      const { id } = await agents.get(request.agent);
      await recordAgentAction(dataSource.manager, 'agent-exported', id, operator);
      return { id, data: await exportAgent(dataSource, id) };
    }
    default:
      await dataSource.query('INSERT INTO audit_events (action, operator, new_value) VALUES ($1, $2, $3)', [
        request.action,
        operator,
        JSON.stringify({ leadIds: request.leadIds }),
      ]);
      return {};
  }
});
