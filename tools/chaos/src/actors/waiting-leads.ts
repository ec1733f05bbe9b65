import { randomUUID } from 'node:crypto';
import { AgentClient } from '@desk/tool-workload';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';
import type { Environment } from './agent.js';
import { RequestFailed, RetryingApiClient } from './retrying-api-client.js';

const WAITING_TIMEOUT_MS = 60_000;

/** An administrator who decides about leads that wait for a buyer. */
export class WaitingLeads {
  private readonly api: RetryingApiClient;

  constructor(
    private readonly signIn: { readonly email: string; readonly password: string },
    private readonly environment: Environment,
    private readonly database: Database,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  /** Withdraws the oldest waiting lead and offers the next one to the buyer, whatever lead types the buyer wants. */
  async decide(buyerId: string): Promise<void> {
    const { email, password } = this.signIn;
    await new AgentClient(this.api, this.environment.cardForm).signIn(email, password);
    await this.api.call('POST', '/api/auth/reauthenticate', { password });
    const reason = 'Decided by a test';
    const withdrawn = await this.findWaiting();
    await this.api.call('POST', `/api/admin/leads/${withdrawn}/withdraw`, { reason });
    const rerouted = await this.findWaiting();
    const choice = { key: randomUUID(), buyerId, overrideFilters: true, reason };
    await this.api.call('POST', `/api/admin/leads/${rerouted}/reroute`, choice);
  }

  private async findWaiting(): Promise<string> {
    const find = async () => {
      const [lead] = await this.database.rows<{ id: string }>(
        `SELECT id FROM leads.leads l WHERE status = 'available'
            AND NOT EXISTS (SELECT 1 FROM leads.lead_decisions d WHERE d.lead_id = l.id)
          ORDER BY created_at LIMIT 1`,
      );
      return lead?.id;
    };
    const id = await waitFor(find, { timeoutMs: WAITING_TIMEOUT_MS, signal: this.environment.signal });
    if (id === undefined) throw new RequestFailed('there was no waiting lead to decide about');
    return id;
  }
}
