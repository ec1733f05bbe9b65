import { AgentClient } from '@desk/tool-workload';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';
import type { Agent, Environment } from './agent.js';
import { RequestFailed, RetryingApiClient } from './retrying-api-client.js';

const SALE_TIMEOUT_MS = 60_000;

const SELECT_REPORTABLE = `
  SELECT s.lead_id AS "leadId", s.buyer_id AS "buyerId" FROM leads.sold_leads s
    JOIN billing.purchases p ON p.offer_id = s.offer_id AND p.status = 'succeeded'
   WHERE s.buyer_id = ANY ($1::uuid[]) AND s.refunded_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM leads.problem_reports r WHERE r.lead_id = s.lead_id)
     AND NOT EXISTS (SELECT 1 FROM billing.refunds f WHERE f.purchase_id = p.id)
   ORDER BY s.sold_at DESC LIMIT 1`;

const SELECT_REPORT = 'SELECT id FROM leads.problem_reports WHERE lead_id = $1';

interface Sale {
  readonly leadId: string;
  readonly buyerId: string;
}

/** Agents who report problems with leads, and an administrator who decides about them. */
export class ProblemReports {
  private readonly api: RetryingApiClient;

  constructor(
    private readonly signIn: { readonly email: string; readonly password: string },
    private readonly environment: Environment,
    private readonly database: Database,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  /** The first of two reported problems is declined, and the second approved. */
  async reportAndDecide(agents: readonly Agent[]): Promise<void> {
    const { email, password } = this.signIn;
    await new AgentClient(this.api, this.environment.cardForm).signIn(email, password);
    await this.api.call('POST', '/api/auth/reauthenticate', { password });
    const declined = await this.report(agents);
    await this.decide(declined, 'review', {});
    await this.decide(declined, 'decline', { note: 'It was delivered.' });
    await this.decide(await this.report(agents), 'approve', { note: 'It never arrived.' });
  }

  /** Returns the id of the report. */
  private async report(agents: readonly Agent[]): Promise<string> {
    const find = async () =>
      (await this.database.rows<Sale>(SELECT_REPORTABLE, [agents.map(({ id }) => id)]))[0];
    const { signal } = this.environment;
    const sale = await waitFor(find, { timeoutMs: SALE_TIMEOUT_MS, signal });
    if (!sale) throw new RequestFailed('there was no lead to report');
    const { leadId, buyerId } = sale;
    await agents
      .find(({ id }) => id === buyerId)
      ?.reportProblem(leadId, 'not-delivered')
      .catch((error: unknown) => throwUnless('PROBLEM_ALREADY_REPORTED', error));
    const [report] = await this.database.rows<{ id: string }>(SELECT_REPORT, [leadId]);
    if (!report) throw new RequestFailed(`the problem with lead ${leadId} was confirmed but is not stored`);
    return report.id;
  }

  /** Another administrator may have refunded the lead meanwhile, which approves the report. */
  private async decide(reportId: string, decision: string, body: object): Promise<void> {
    await this.api
      .call('POST', `/api/admin/problem-reports/${reportId}/${decision}`, body)
      .catch((error: unknown) => throwUnless('PROBLEM_REPORT_DECIDED', error));
  }
}

/** The first of several equal requests may have succeeded without an answer. */
function throwUnless(code: string, error: unknown): void {
  if (!(error instanceof RequestFailed && error.message.includes(code))) throw error;
}
