import type { CallService } from './call-service.js';
import type { Person } from './options.js';

interface StoredLeads {
  readonly leads: readonly { readonly id: string }[];
}

/** Returns everything that the system holds about a consumer. The audit log records that it was read. */
export async function exportConsumer(person: Person, call: CallService): Promise<object> {
  const stored = await call<StoredLeads>('lead-router', { action: 'export', person });
  const leadIds = stored.leads.map(({ id }) => id);
  const deliveries = await call<object>('notifier', { action: 'export', leadIds });
  await call('accounts', { action: 'consumer-exported', leadIds });
  return { ...stored, ...deliveries };
}
