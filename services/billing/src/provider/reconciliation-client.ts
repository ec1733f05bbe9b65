import { Injectable } from '@nestjs/common';
import type Stripe from 'stripe';
import { unlessMissing } from './provider-failure.js';
import { idOf, StripeClient } from './stripe-client.js';

/** `from` included, `to` excluded. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** A payment, refund or dispute as the provider records it. */
interface ProviderObject {
  readonly id: string;
  readonly status: string;
  readonly amountCents: number;
  readonly currency: string;
}
export interface ProviderPayment extends ProviderObject {
  readonly refundedCents: number;
  /** Our id in its metadata; undefined for a payment that another system made with the same account. */
  readonly purchaseId: string | undefined;
}
/** A refund or dispute of a payment. */
export interface PaymentPart extends ProviderObject {
  readonly intentId: string | null;
}
/** A movement of the account's balance, with its fee. */
export interface BalanceTransaction {
  readonly id: string;
  readonly type: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly intentId: string | null;
}

const PAGE_SIZE = 100;

/**
 * Lists the provider's objects in pages, newest first, after the object with the id `position` unless it is null. The SDK
 * requests a page when it is read. Every method rejects with the SDK's own error.
 */
@Injectable()
export class ReconciliationClient {
  constructor(private readonly stripe: StripeClient) {}

  listPayments(window: Window, position: string | null): AsyncGenerator<ProviderPayment[]> {
    const params = { ...toParams(window, position), expand: ['data.latest_charge'] };
    return toPages(this.stripe.api.paymentIntents.list(params), toPayment);
  }

  listRefunds(window: Window, position: string | null): AsyncGenerator<PaymentPart[]> {
    return toPages(this.stripe.api.refunds.list(toParams(window, position)), toPart);
  }

  listDisputes(window: Window, position: string | null): AsyncGenerator<PaymentPart[]> {
    return toPages(this.stripe.api.disputes.list(toParams(window, position)), toPart);
  }

  listBalanceTransactions(window: Window, position: string | null): AsyncGenerator<BalanceTransaction[]> {
    const params = { ...toParams(window, position), expand: ['data.source'] };
    return toPages(this.stripe.api.balanceTransactions.list(params), toBalanceTransaction);
  }

  findPayment(id: string): Promise<ProviderPayment | undefined> {
    return unlessMissing(async () =>
      toPayment(await this.stripe.api.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    );
  }

  /** Returns the ids of all payments of which a refund was made since then. */
  async listRefundedSince(since: Date): Promise<ReadonlySet<string>> {
    const intentIds = new Set<string>();
    const refunds = this.stripe.api.refunds.list({ created: { gte: toSeconds(since) }, limit: PAGE_SIZE });
    for await (const { payment_intent: intent } of refunds) {
      const intentId = idOf(intent);
      if (intentId !== null) intentIds.add(intentId);
    }
    return intentIds;
  }

  findRefund(id: string): Promise<PaymentPart | undefined> {
    return unlessMissing(async () => toPart(await this.stripe.api.refunds.retrieve(id)));
  }

  findDispute(id: string): Promise<PaymentPart | undefined> {
    return unlessMissing(async () => toPart(await this.stripe.api.disputes.retrieve(id)));
  }
}

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000);

const toParams = ({ from, to }: Window, position: string | null) => ({
  created: { gte: toSeconds(from), lt: toSeconds(to) },
  limit: PAGE_SIZE,
  ...(position === null ? {} : { starting_after: position }),
});

/** A page is complete before the SDK requests the next one. */
async function* toPages<Source, Item>(
  list: AsyncIterable<Source>,
  convert: (source: Source) => Item,
): AsyncGenerator<Item[]> {
  let page: Item[] = [];
  for await (const source of list) {
    page.push(convert(source));
    if (page.length < PAGE_SIZE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function toPayment(source: Stripe.PaymentIntent): ProviderPayment {
  const { id, status, currency, metadata, amount, amount_received: received, latest_charge: charge } = source;
  return {
    id,
    status,
    currency,
    purchaseId: metadata['purchase_id'],
    amountCents: status === 'succeeded' ? received : amount,
    refundedCents: typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0,
  };
}

const toPart = (source: Stripe.Refund | Stripe.Dispute): PaymentPart => ({
  id: source.id,
  status: source.status ?? 'pending',
  amountCents: source.amount,
  currency: source.currency,
  intentId: idOf(source.payment_intent),
});

/** Charges, refunds and disputes name their payment; payouts and the provider's own invoices have none. */
function toBalanceTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, type, amount, fee, currency, created, source } = transaction;
  const hasPayment = typeof source === 'object' && source !== null && 'payment_intent' in source;
  return {
    id,
    type,
    currency,
    amountCents: amount,
    feeCents: fee,
    createdAt: new Date(created * 1_000),
    intentId: hasPayment ? idOf(source.payment_intent) : null,
  };
}
