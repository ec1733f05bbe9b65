import type { CallService } from './call-service.js';
import type { AgentName, Person } from './options.js';

/** Returns everything that the system holds about an agent. Records the access in the audit log. */
export async function exportAgent(agent: AgentName, call: CallService) {
  const account = await call<{ id: string; data: object }>('accounts', { action: 'export-agent', agent });
  const { id, data } = account;
  const request = { action: 'export-agent', buyerId: id };
  return {
    id,
    exportedAt: new Date().toISOString(),
    accounts: data,
    leads: await call<object>('lead-router', request),
    billing: await call<object>('billing', request),
    notifications: await call<object>('notifier', request),
  };
}

/** Returns everything that the system holds about a consumer. Records the access in the audit log. */
export async function exportConsumer(person: Person, call: CallService): Promise<object> {
  const stored = await call<{ leads: { id: string }[] }>('lead-router', { action: 'export', person });
  const leadIds = stored.leads.map(({ id }) => id);
  const deliveries = await call<object>('notifier', { action: 'export', leadIds });
  await call('accounts', { action: 'consumer-exported', leadIds });
  return { ...stored, ...deliveries };
}
