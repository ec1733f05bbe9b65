import { AgentClient } from '@desk/tool-workload';
import type { Database } from '../run/database.js';
import { waitFor } from '../run/wait-for.js';
import type { Environment } from './agent.js';
import { RequestFailed, RetryingApiClient } from './retrying-api-client.js';

/** An outage of the card provider, and the two minutes after it that are promised. */
const REFUND_TIMEOUT_MS = 180_000;

interface Payment {
  readonly id: string;
  readonly intentId: string;
}

/** An administrator who gives money back, here or in the card provider's dashboard. */
export class Refunds {
  private readonly api: RetryingApiClient;
  private readonly requested: Payment[] = [];

  constructor(
    private readonly signIn: { readonly email: string; readonly password: string },
    private readonly environment: Environment,
    private readonly database: Database,
  ) {
    this.api = new RetryingApiClient(environment.webUrl, environment.signal);
  }

  /** Refunds the oldest payment that was not given back. */
  async request(): Promise<void> {
    const payment = await this.choosePayment();
    const { email, password } = this.signIn;
    await new AgentClient(this.api, this.environment.cardForm).signIn(email, password);
    await this.api.call('POST', '/api/auth/reauthenticate', { password });
    const refund = { reason: 'goodwill', note: 'Requested by a test' };
    await this.api
      .call('POST', `/api/admin/payments/${payment.id}/refund`, refund)
      .catch((error: unknown) => throwUnlessRepeated(error));
    this.requested.push(payment);
  }

  async makeAtProvider(): Promise<void> {
    const payment = await this.choosePayment();
    await this.environment.sandbox.refund(payment.intentId);
    this.requested.push(payment);
  }

  /** @throws RequestFailed if a payment is not recorded as refunded in time */
  async waitUntilRefunded(): Promise<void> {
    const ids = this.requested.map(({ id }) => id);
    const areRefunded = async () => {
      const rows = await this.database.rows(
        "SELECT 1 FROM billing.purchases WHERE id = ANY ($1::uuid[]) AND status <> 'refunded'",
        [ids],
      );
      return rows.length === 0 || undefined;
    };
    const { signal } = this.environment;
    if (!(await waitFor(areRefunded, { timeoutMs: REFUND_TIMEOUT_MS, signal })))
      throw new RequestFailed(`a refund was not complete after ${REFUND_TIMEOUT_MS / 1_000} s`);
  }

  /** Not a disputed payment, whose refund the provider refuses. The first trial waits for its own sale. */
  private async choosePayment(): Promise<Payment> {
    const find = async () => {
      const [payment] = await this.database.rows<Payment>(
        `SELECT id, stripe_payment_intent_id AS "intentId" FROM billing.purchases p
          WHERE status = 'succeeded' AND NOT EXISTS (SELECT 1 FROM billing.refunds r WHERE r.purchase_id = p.id)
            AND NOT EXISTS (SELECT 1 FROM billing.disputes d WHERE d.purchase_id = p.id)
          ORDER BY created_at LIMIT 1`,
      );
      return payment;
    };
    const payment = await waitFor(find, { timeoutMs: REFUND_TIMEOUT_MS, signal: this.environment.signal });
    if (!payment) throw new RequestFailed('there was no payment to refund');
    return payment;
  }
}

/** The first of several equal requests may have succeeded without an answer. */
function throwUnlessRepeated(error: unknown): void {
  if (!(error instanceof RequestFailed && error.message.includes('PURCHASE_NOT_REFUNDABLE'))) throw error;
}
