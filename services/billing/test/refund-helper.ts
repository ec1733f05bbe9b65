import { randomUUID } from 'node:crypto';
import {
  chargeOffer,
  type leadUndeliverable,
  type PayloadOf,
  requestRefund,
  type ResponseOf,
} from '@desk/contracts';
import { eventually } from '@desk/testing';
import type { BillingHarness, PurchaseRow } from './billing.harness.js';

interface RefundRow {
  id: string;
  status: string;
  reason: string;
  stripe_refund_id: string | null;
  failure_reason: string | null;
  resolve_attempt: number;
}

interface SandboxRefund {
  id: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
}

/** A paid lead. */
export interface Sale {
  readonly purchaseId: string;
  readonly offerId: string;
  readonly leadId: string;
  readonly buyerId: string;
  readonly intentId: string;
  readonly undeliverable: PayloadOf<typeof leadUndeliverable>;
}

/** Sells leads and refunds them. */
export class RefundHelper {
  constructor(private readonly billing: BillingHarness) {}

  async sell(card?: string): Promise<Sale> {
    return this.sellTo((await this.billing.createBuyer(card)).buyerId);
  }

  async sellTo(buyerId: string): Promise<Sale> {
    const offer = this.billing.newOffer(buyerId);
    await this.billing.publish(chargeOffer, offer);
    const { offerId, leadId } = offer;
    const purchase = await this.billing.waitForStatus(offerId, 'succeeded');
    const undeliverable = { leadId, offerId, buyerId, at: new Date().toISOString(), isOurFailure: false };
    const intentId = purchase.stripe_payment_intent_id ?? '';
    return { purchaseId: purchase.id, offerId, leadId, buyerId, intentId, undeliverable };
  }

  request(
    { purchaseId }: Pick<Sale, 'purchaseId'>,
    actorId: string = randomUUID(),
  ): Promise<ResponseOf<typeof requestRefund>> {
    return this.billing.commands.send(requestRefund, {
      purchaseId,
      actorId,
      reason: 'goodwill',
      note: 'The agent was promised one.',
      caller: { address: '192.0.2.1', userAgent: null },
    });
  }

  /** Refunds as somebody does in the provider's dashboard. */
  async refundAtProvider({ intentId }: Sale, amountCents?: number): Promise<SandboxRefund> {
    return this.billing.sandbox.post('/v1/refunds', {
      payment_intent: intentId,
      ...(amountCents === undefined ? {} : { amount: String(amountCents) }),
    });
  }

  async listAtProvider({ intentId }: Sale): Promise<SandboxRefund[]> {
    const { data } = await this.billing.sandbox.get(`/v1/refunds?payment_intent=${intentId}`);
    return data as SandboxRefund[];
  }

  async list({ purchaseId }: Pick<Sale, 'purchaseId'>): Promise<RefundRow[]> {
    const { rows } = await this.billing.pool.query<RefundRow>(
      'SELECT * FROM refunds WHERE purchase_id = $1 ORDER BY requested_at, id',
      [purchaseId],
    );
    return rows;
  }

  /** Waits until the last refund of the sale is in this state. */
  waitForRefund(sale: Sale, status: string): Promise<RefundRow> {
    return eventually(async () => {
      const row = (await this.list(sale)).at(-1);
      if (row?.status !== status) throw new Error(`refund is ${row?.status ?? 'missing'}`);
      return row;
    });
  }

  waitForPurchase({ offerId }: Sale, status: string): Promise<PurchaseRow> {
    return this.billing.waitForStatus(offerId, status);
  }
}
