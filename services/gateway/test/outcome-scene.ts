import { toCents } from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { Browser } from './browser.js';
import { Fixture } from './fixture.js';
import { type Agent, TestSystem } from './test-system.js';

/** What a charge, refund or dispute came to, in every service. */
export interface Outcome {
  readonly lead: string;
  /** The states of the lead's offers, oldest first. */
  readonly offers: readonly string[];
  /** The state of the newest charge. */
  readonly purchase: string;
  readonly card: 'usable' | 'unusable';
  /** Whether the buyer gets no lead for a while, because the card's issuer could not answer. */
  readonly isHeld: boolean;
  /** Whether a dispute stops the buyer's service. */
  readonly isUnderReview: boolean;
  /** Whether the lead is not offered to this buyer again. */
  readonly isExcluded: boolean;
  /** On the day of the newest offer, which may have ended since. */
  readonly slotsUsed: number;
  /** Whether the agent's list shows the lead as refunded; null if it is not listed. */
  readonly isListedAsRefunded: boolean | null;
  /** The sum of the agent's payments, as admins see it. */
  readonly totalCents: number;
}

export interface Sale {
  readonly buyer: Agent;
  readonly leadId: string;
}

const SELECT_OUTCOME = `
  SELECT l.status AS lead,
         ARRAY(SELECT o.status FROM leads.lead_offers o WHERE o.lead_id = l.id ORDER BY o.reserved_at) AS offers,
         (SELECT p.status FROM billing.purchases p WHERE p.lead_id = l.id ORDER BY p.created_at DESC LIMIT 1) AS purchase,
         CASE WHEN b.card_usable THEN 'usable' ELSE 'unusable' END AS card,
         b.held_until IS NOT NULL AS "isHeld", b.under_review AS "isUnderReview",
         b.id = ANY (l.declined_by) AS "isExcluded",
         b.slots_used AS "slotsUsed",
         (SELECT s.refunded_at IS NOT NULL FROM leads.sold_leads s WHERE s.lead_id = l.id) AS "isListedAsRefunded"
    FROM leads.leads l CROSS JOIN leads.buyers b
   WHERE l.id = $1 AND b.id = $2`;

/** One buyer at a time, whom every lead is offered to, and the card provider that decides about it. */
export class OutcomeScene {
  private constructor(
    private readonly system: TestSystem,
    private readonly fixture: Fixture,
    private readonly admin: Browser,
  ) {}

  static async create(): Promise<OutcomeScene> {
    const system = await TestSystem.start();
    return new OutcomeScene(system, await Fixture.create(system), await system.createAdmin());
  }

  stop(): Promise<void> {
    return this.system.stop();
  }

  /** The only one who gets leads. The provider treats charges of the card as scripted. */
  async createBuyer(behavior?: string, card?: string): Promise<Agent> {
    const buyer = await this.fixture.createBuyer(card);
    if (behavior !== undefined) {
      const [customer] = await this.system.query<{ id: string }>(
        'billing',
        'SELECT stripe_payment_method_id AS id FROM customers WHERE buyer_id = $1',
        [buyer.id],
      );
      await this.system.sandbox(`cards/${customer?.id ?? ''}`, { behavior });
    }
    return buyer;
  }

  async post(buyer: Agent): Promise<Sale> {
    return { buyer, leadId: await this.fixture.postLead() };
  }

  async charge(behavior?: string): Promise<Sale> {
    return this.post(await this.createBuyer(behavior));
  }

  async sell(card?: string): Promise<Sale> {
    const sale = await this.post(await this.createBuyer(undefined, card));
    await this.waitForPurchase(sale, 'succeeded');
    return sale;
  }

  async addFault(match: object, fault: object): Promise<void> {
    await this.system.sandbox('faults', { match, ...fault });
  }

  async waitForFault(): Promise<void> {
    await eventually(async () => {
      const { faults } = await this.system.sandbox<{ faults: { hits: number }[] }>('faults');
      return faults.some(({ hits }) => hits > 0);
    });
  }

  async clearFaults(): Promise<void> {
    await this.system.sandbox('faults', undefined, 'DELETE');
  }

  /** Makes a charge whose outcome is unknown an hour older. `column` is when its current state began. */
  async passAnHour({ leadId }: Sale, column: 'unanswered_since' | 'updated_at'): Promise<void> {
    await eventually(async () => {
      const rows = await this.system.query(
        'billing',
        `UPDATE purchases SET first_requested_at = first_requested_at - interval '1 hour',
                ${column} = ${column} - interval '1 hour'
          WHERE lead_id = $1 AND status = 'unknown' AND ${column} IS NOT NULL RETURNING id`,
        [leadId],
      );
      return rows.length === 1;
    });
  }

  async refund(sale: Sale): Promise<void> {
    const { id } = await this.findPayment(sale);
    const refund = { reason: 'goodwill', note: 'The agent was promised one.' };
    const { status, body } = await this.admin.post(`/api/admin/payments/${id}/refund`, refund);
    if (status !== 200 && status !== 201) throw new Error(`refund not accepted: ${JSON.stringify(body)}`);
  }

  async refundAtProvider(sale: Sale): Promise<void> {
    const { intentId } = await this.findPayment(sale);
    await this.callProvider('/v1/refunds', { payment_intent: intentId });
    await this.readProviderEvents();
  }

  /** The card's bank has returned the money. */
  async waitUntilRefundFails(sale: Sale): Promise<void> {
    const { intentId } = await this.findPayment(sale);
    await eventually(async () => {
      const { data } = await this.callProvider<{ data: { status: string }[] }>(
        `/v1/refunds?payment_intent=${intentId}`,
      );
      return data[0]?.status === 'failed';
    });
    await this.readProviderEvents();
  }

  /** The cardholder's bank has opened a dispute. Returns once it is recorded. */
  async findDispute(sale: Sale): Promise<string> {
    await this.readProviderEvents();
    const { id } = await this.findPayment(sale);
    return eventually(async () => {
      const [dispute] = await this.system.query<{ id: string }>(
        'billing',
        'SELECT stripe_dispute_id AS id FROM disputes WHERE purchase_id = $1',
        [id],
      );
      return dispute?.id ?? false;
    });
  }

  async submitEvidence(disputeId: string, text: string): Promise<void> {
    await this.callProvider(`/v1/disputes/${disputeId}`, { 'evidence[uncategorized_text]': text });
    await this.readProviderEvents();
  }

  async reverseDispute(disputeId: string): Promise<void> {
    await this.system.sandbox(`disputes/${disputeId}/reverse`, {});
    await this.readProviderEvents();
  }

  waitForPurchase({ leadId }: Sale, status: string): Promise<void> {
    return this.waitForRow('SELECT 1 FROM purchases WHERE lead_id = $1 AND status = $2', [leadId, status]);
  }

  waitForRefund({ leadId }: Sale, status: string): Promise<void> {
    return this.waitForRow(
      `SELECT 1 FROM refunds r JOIN purchases p ON p.id = r.purchase_id WHERE p.lead_id = $1 AND r.status = $2`,
      [leadId, status],
    );
  }

  waitForDispute(disputeId: string, status: string): Promise<void> {
    return this.waitForRow('SELECT 1 FROM disputes WHERE stripe_dispute_id = $1 AND status = $2', [
      disputeId,
      status,
    ]);
  }

  private async waitForRow(sql: string, parameters: readonly string[]): Promise<void> {
    await eventually(async () => (await this.system.query('billing', sql, [...parameters])).length > 0);
  }

  async observe({ leadId, buyer }: Sale): Promise<Outcome | undefined> {
    const [row] = await this.system.query<Omit<Outcome, 'totalCents'>>('billing', SELECT_OUTCOME, [
      leadId,
      buyer.id,
    ]);
    const { body } = await this.admin.get<{ payments: { amount: string } }>(`/api/admin/users/${buyer.id}`);
    return row && { ...row, totalCents: toCents(body.payments.amount) };
  }

  /** Keeps waiting leads from the next buyer. */
  async expireWaitingLeads(): Promise<void> {
    await this.system.query('lead-router', "UPDATE leads SET status = 'expired' WHERE status = 'available'");
  }

  private async findPayment({ leadId }: Sale): Promise<{ id: string; intentId: string }> {
    const [payment] = await this.system.query<{ id: string; intentId: string }>(
      'billing',
      'SELECT id, stripe_payment_intent_id AS "intentId" FROM purchases WHERE lead_id = $1',
      [leadId],
    );
    if (!payment) throw new Error('there is no payment');
    return payment;
  }

  /** Reads the provider's newest events, as happens on a schedule. */
  private async readProviderEvents(): Promise<void> {
    await this.system.query(
      'billing',
      "UPDATE provider_event_cursor SET next_read_at = now(), read_until = now() - interval '1 hour'",
    );
    await eventually(async () => {
      const rows = await this.system.query(
        'billing',
        "SELECT 1 FROM provider_event_cursor WHERE read_until > now() - interval '30 minutes'",
      );
      return rows.length === 1;
    });
  }

  /** Reads from the provider, or posts a form. */
  private async callProvider<T>(path: string, form?: Record<string, string>): Promise<T> {
    const response = await fetch(`${this.system.sandboxUrl}${path}`, {
      headers: { authorization: 'Bearer sk_test_gateway_medium' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
