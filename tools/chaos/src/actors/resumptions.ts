import { AgentClient } from '@desk/tool-workload';
import type { Environment } from './agent.js';
import { RetryingApiClient } from './retrying-api-client.js';

/** An administrator who resumes the service of agents who must not do so themselves after too many delivery pauses. */
export class Resumptions {
  private readonly api: RetryingApiClient;

  constructor(
    private readonly signIn: { readonly email: string; readonly password: string },
    private readonly environment: Environment,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  async resume(agentId: string): Promise<void> {
    const { email, password } = this.signIn;
    await new AgentClient(this.api, this.environment.cardForm).signIn(email, password);
    await this.api.call('POST', '/api/auth/reauthenticate', { password });
    const resumption = { serviceEnabled: true, reason: 'Requested by a test' };
    await this.api.call('PATCH', `/api/admin/users/${agentId}/service`, resumption);
  }
}
