import { randomUUID } from 'node:crypto';
import { AgentClient } from '@desk/tool-workload';
import type { Agent, Environment } from './agent.js';
import { ignoreRefusal, RequestFailed, RetryingApiClient, waitOrFail } from './retrying-api-client.js';

const REASON = 'Requested by a test';
/** Covers an outage of the card provider and the two minutes in which everything must be resolved after it. */
const REFUND_TIMEOUT_MS = 180_000;

/** $1: agents. */
const SELECT_REPORTABLE = `
  SELECT s.lead_id AS "leadId", s.buyer_id AS "buyerId" FROM leads.sold_leads s
    JOIN billing.purchases p ON p.offer_id = s.offer_id AND p.status = 'succeeded'
   WHERE s.buyer_id = ANY ($1::uuid[]) AND s.refunded_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM leads.problem_reports r WHERE r.lead_id = s.lead_id)
     AND NOT EXISTS (SELECT 1 FROM billing.refunds f WHERE f.purchase_id = p.id)
   ORDER BY s.sold_at DESC LIMIT 1`;

/** Not a disputed payment, whose refund the provider refuses. */
const SELECT_REFUNDABLE = `
  SELECT id, stripe_payment_intent_id AS "intentId" FROM billing.purchases p
   WHERE status = 'succeeded' AND NOT EXISTS (SELECT 1 FROM billing.refunds r WHERE r.purchase_id = p.id)
     AND NOT EXISTS (SELECT 1 FROM billing.disputes d WHERE d.purchase_id = p.id)
   ORDER BY created_at LIMIT 1`;

const SELECT_WAITING_LEAD = `
  SELECT id FROM leads.leads l WHERE status = 'available'
     AND NOT EXISTS (SELECT 1 FROM leads.lead_decisions d WHERE d.lead_id = l.id)
   ORDER BY created_at LIMIT 1`;

interface Sale {
  readonly leadId: string;
  readonly buyerId: string;
}

interface Payment {
  readonly id: string;
  readonly intentId: string;
}

/** An admin at the admin pages, who also uses the card provider's dashboard. */
export class Admin {
  private readonly api: RetryingApiClient;
  private readonly refunded: Payment[] = [];

  constructor(
    private readonly account: { readonly email: string; readonly password: string },
    private readonly environment: Environment,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  /** For agents who may no longer resume it themselves after too many delivery pauses. */
  resumeService(agentId: string): Promise<void> {
    return this.send('PATCH', `users/${agentId}/service`, { serviceEnabled: true, reason: REASON });
  }

  changeAccount(userId: string, action: 'confirm-email' | 'disable' | 'enable'): Promise<void> {
    return this.send('POST', `users/${userId}/account`, { action, reason: REASON });
  }

  /** Lets every buyer whose payment was disputed get leads again. */
  async reviewDisputes(): Promise<void> {
    const { sandbox, database } = this.environment;
    const ids = await sandbox.disputes();
    const recorded = 'SELECT 1 FROM billing.disputes WHERE stripe_dispute_id = ANY ($1)';
    await this.waitForCount(ids.length, 'disputes were not recorded', recorded, [ids]);
    const unreviewed = 'SELECT id FROM billing.disputes WHERE reviewed_at IS NULL';
    for (const { id } of await database.rows<{ id: string }>(unreviewed))
      await this.send('POST', `disputes/${id}/review`, {});
    await this.waitForCount(0, 'reviews had no effect', 'SELECT 1 FROM leads.buyers WHERE under_review');
  }

  /** Agents report two problems with leads, of which the first is declined and the second approved. */
  async decideReports(agents: readonly Agent[]): Promise<void> {
    const declined = await this.awaitReport(agents);
    await this.decideReport(declined, 'review', {});
    await this.decideReport(declined, 'decline', { note: 'It was delivered.' });
    await this.decideReport(await this.awaitReport(agents), 'approve', { note: 'It never arrived.' });
  }

  /** Refunds the oldest payment that was not given back. */
  async refund(): Promise<void> {
    const payment = await this.choosePayment();
    const request = this.send('POST', `payments/${payment.id}/refund`, { reason: 'goodwill', note: REASON });
    // The first of several equal requests may have succeeded without an answer.
    await ignoreRefusal(request, 'PURCHASE_NOT_REFUNDABLE');
    this.refunded.push(payment);
  }

  async refundAtProvider(): Promise<void> {
    const payment = await this.choosePayment();
    await this.environment.sandbox.refund(payment.intentId);
    this.refunded.push(payment);
  }

  async waitUntilRefunded(): Promise<void> {
    const open = "SELECT 1 FROM billing.purchases WHERE id = ANY ($1::uuid[]) AND status <> 'refunded'";
    const ids = this.refunded.map(({ id }) => id);
    await this.waitForCount(0, 'a refund was not complete', open, [ids], REFUND_TIMEOUT_MS);
  }

  /** Withdraws the oldest waiting lead and offers the next one to the buyer, whatever lead types the buyer wants. */
  async decideWaitingLeads(buyerId: string): Promise<void> {
    const withdrawn = await this.findWaitingLead();
    await this.send('POST', `leads/${withdrawn}/withdraw`, { reason: REASON });
    const rerouted = await this.findWaitingLead();
    const choice = { key: randomUUID(), buyerId, overrideFilters: true, reason: REASON };
    await this.send('POST', `leads/${rerouted}/reroute`, choice);
  }

  /** Returns the id of the report. */
  private async awaitReport(agents: readonly Agent[]): Promise<string> {
    const ids = agents.map(({ id }) => id);
    const sale = await this.findRow<Sale>('there was no lead to report', SELECT_REPORTABLE, [ids]);
    const agent = agents.find(({ id }) => id === sale.buyerId);
    if (agent) await ignoreRefusal(agent.reportProblem(sale.leadId), 'PROBLEM_ALREADY_REPORTED');
    const report = 'SELECT id FROM leads.problem_reports WHERE lead_id = $1';
    return (await this.findRow<{ id: string }>('a report is not stored', report, [sale.leadId])).id;
  }

  /** Another admin may have refunded the lead meanwhile, which approves the report. */
  private async decideReport(reportId: string, decision: string, body: object): Promise<void> {
    const path = `problem-reports/${reportId}/${decision}`;
    await ignoreRefusal(this.send('POST', path, body), 'PROBLEM_REPORT_DECIDED');
  }

  /** The first trial waits for its own sale. */
  private choosePayment(): Promise<Payment> {
    return this.findRow('there was no payment to refund', SELECT_REFUNDABLE, [], REFUND_TIMEOUT_MS);
  }

  private async findWaitingLead(): Promise<string> {
    return (await this.findRow<{ id: string }>('there was no waiting lead', SELECT_WAITING_LEAD)).id;
  }

  /** @throws RequestFailed for a 4xx, or after a minute of retries */
  async call<T>(method: 'GET' | 'PATCH' | 'POST', path: string, body?: object): Promise<T> {
    await this.proveIdentity();
    return this.api.call<T>(method, `/api/admin/${path}`, body);
  }

  private async send(method: 'PATCH' | 'POST', path: string, body: object): Promise<void> {
    await this.call(method, path, body);
  }

  /** A proof gives the session a new token. If its answer is lost, the old token is refused, so the admin signs in again. */
  private async proveIdentity(): Promise<void> {
    const { email, password } = this.account;
    const prove = async (): Promise<void> => {
      await new AgentClient(this.api, this.environment.cardForm).signIn(email, password);
      await this.api.call('POST', '/api/auth/reauthenticate', { password });
    };
    await prove().catch((error: unknown) => {
      if (!(error instanceof RequestFailed && error.message.includes('UNAUTHENTICATED'))) throw error;
      return prove();
    });
  }

  private findRow<Row extends object>(
    problem: string,
    sql: string,
    values: readonly unknown[] = [],
    timeoutMs?: number,
  ): Promise<Row> {
    const { database, signal } = this.environment;
    const find = async () => (await database.rows<Row>(sql, values))[0];
    return waitOrFail(find, { problem, signal, timeoutMs });
  }

  private async waitForCount(
    count: number,
    problem: string,
    sql: string,
    values: readonly unknown[] = [],
    timeoutMs?: number,
  ): Promise<void> {
    const { database, signal } = this.environment;
    const isReached = async () => (await database.rows(sql, values)).length === count || undefined;
    await waitOrFail(isReached, { problem, signal, timeoutMs });
  }
}
