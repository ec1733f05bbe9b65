import { AgentClient } from '@desk/tool-workload';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';
import type { Environment } from './agent.js';
import { RequestFailed, RetryingApiClient } from './retrying-api-client.js';

const DISPUTE_TIMEOUT_MS = 60_000;

const SELECT_UNREVIEWED = 'SELECT id FROM billing.disputes WHERE reviewed_at IS NULL';
const SELECT_STOPPED = 'SELECT id FROM leads.buyers WHERE under_review';

/** An administrator who looks at the disputes of cardholders. */
export class Disputes {
  private readonly api: RetryingApiClient;

  constructor(
    private readonly signIn: { readonly email: string; readonly password: string },
    private readonly environment: Environment,
    private readonly database: Database,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  /** Lets every buyer get leads again. @throws RequestFailed if a dispute is not recorded after a minute */
  async reviewAll(): Promise<void> {
    const { sandbox, cardForm } = this.environment;
    const ids = await sandbox.disputes();
    await this.waitFor('SELECT 1 FROM billing.disputes WHERE stripe_dispute_id = ANY ($1)', ids.length, [
      ids,
    ]);
    const { email, password } = this.signIn;
    await new AgentClient(this.api, cardForm).signIn(email, password);
    await this.api.call('POST', '/api/auth/reauthenticate', { password });
    for (const { id } of await this.database.rows<{ id: string }>(SELECT_UNREVIEWED))
      await this.api.call('POST', `/api/admin/disputes/${id}/review`, {});
    await this.waitFor(SELECT_STOPPED, 0);
  }

  private async waitFor(sql: string, count: number, values: readonly unknown[] = []): Promise<void> {
    const hasAll = async () => (await this.database.rows(sql, values)).length === count || undefined;
    const { signal } = this.environment;
    if (!(await waitFor(hasAll, { timeoutMs: DISPUTE_TIMEOUT_MS, signal })))
      throw new RequestFailed(
        `disputes were not recorded or reviewed within ${DISPUTE_TIMEOUT_MS / 1_000} s`,
      );
  }
}
