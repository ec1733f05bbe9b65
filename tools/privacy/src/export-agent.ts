import type { CallService } from './call-service.js';
import type { AgentName } from './options.js';

interface ExportedAccount {
  readonly id: string;
  readonly data: object;
}

export interface ExportedAgent {
  readonly id: string;
  readonly document: object;
}

/** Returns everything that the system holds about an agent. The audit log records that it was read. */
export async function exportAgent(agent: AgentName, call: CallService): Promise<ExportedAgent> {
  const { id, data } = await call<ExportedAccount>('accounts', { action: 'export-agent', agent });
  const request = { action: 'export-agent', buyerId: id };
  return {
    id,
    document: {
      id,
      exportedAt: new Date().toISOString(),
      accounts: data,
      leads: await call<object>('lead-router', request),
      billing: await call<object>('billing', request),
      notifications: await call<object>('notifier', request),
    },
  };
}
