import { randomUUID } from 'node:crypto';
import { buyerReviewChanged, type DisputeState, toDecimal } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { MoneyBackClient, type ProviderDispute } from '../provider/money-back-client.js';
import { MoneyBackRecorder } from '../refunds/money-back-recorder.js';
import { RefundMetrics } from '../refunds/refund-metrics.js';
import { RefundRepository } from '../refunds/refund.repository.js';
import { type DisputeReport, DisputeRepository } from './dispute.repository.js';

/** Answers of the provider arrive in any order. A state never follows one of a higher rank. */
const RANKS: Readonly<Record<DisputeState, number>> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  warning_closed: 2,
  // An inquiry can become a dispute.
  needs_response: 3,
  under_review: 4,
  prevented: 5,
  lost: 6,
  // A bank can reverse its decision in our favor.
  won: 7,
};

export const isDisputeState = (status: string): status is DisputeState => Object.hasOwn(RANKS, status);

export const mayFollow = (from: DisputeState, to: DisputeState): boolean => RANKS[to] >= RANKS[from];

export const isClosed = (state: DisputeState): boolean =>
  ['warning_closed', 'prevented', 'won', 'lost'].includes(state);

/** An inquiry takes no money yet. If it becomes a dispute, the money is withdrawn and a deadline begins. */
const isInquiry = (state: DisputeState): boolean => state.startsWith('warning_');

const isEscalation = (from: DisputeState, to: DisputeState): boolean => isInquiry(from) && !isInquiry(to);

/** The buyer has paid, as before the dispute. */
const endsForUs = (state: DisputeState): boolean => state === 'won' || state === 'warning_closed';

interface Recorded {
  /** An admin must review the dispute. */
  readonly needsReview: boolean;
  /** The bank reversed a dispute that had given the payment back. */
  readonly isReversed: boolean;
  /** The provider had refused a refund because of the dispute. */
  readonly owesRefund: boolean;
}
const nothingNew: Recorded = { needsReview: false, isReversed: false, owesRefund: false };

/** Follows disputes, and stops a buyer's service until an admin has reviewed them (ADR 6). */
@Injectable()
export class DisputesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly disputes: DisputeRepository,
    private readonly client: MoneyBackClient,
    private readonly moneyBack: MoneyBackRecorder,
    private readonly refunds: RefundRepository,
    private readonly metrics: RefundMetrics,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Reads the dispute from the provider and records it. Throws if it could not be read. */
  async refresh(purchase: PurchaseEntity, stripeDisputeId: string): Promise<void> {
    const current = await this.client.getDispute(stripeDisputeId);
    if (current.intentId !== purchase.stripePaymentIntentId)
      throw new Error(`dispute ${stripeDisputeId} is about another payment`);
    const report = toReport(current);
    const { needsReview, isReversed, owesRefund } = await this.transactions.run((tx) =>
      this.record(tx, purchase, report),
    );
    if (isReversed) this.metrics.countReversedDispute();
    const ids = {
      purchaseId: purchase.id,
      offerId: purchase.offerId,
      stripeDisputeId,
      status: report.status,
    };
    if (needsReview) this.logger.error({ ...ids, alarm: 'payment-disputed' }, 'payment disputed');
    else this.logger.info(ids, 'dispute recorded');
    if (owesRefund)
      this.logger.error(
        { ...ids, alarm: 'refund-owed' },
        'dispute ended for us, and a refund that it prevented is owed',
      );
  }

  private async record(tx: Tx, stale: PurchaseEntity, report: DisputeReport): Promise<Recorded> {
    const purchase = await this.purchases.lock(tx, stale.id);
    const known = await this.disputes.findByProviderId(tx, report.stripeDisputeId);
    if (known && !mayFollow(known.status, report.status)) return nothingNew;
    const isEscalated = known !== null && isEscalation(known.status, report.status);
    await this.disputes.lockBuyer(tx, purchase.userId);
    await this.disputes.upsert(tx, known?.id ?? randomUUID(), purchase, report, isEscalated);
    const wasRefunded = purchase.status === 'refunded';
    const isRefunded = await this.moneyBack.update(tx, purchase);
    await publishReview(tx, this.disputes, purchase.userId);
    return {
      needsReview: known === null || isEscalated,
      isReversed: wasRefunded && !isRefunded,
      owesRefund:
        !isRefunded && known?.status !== report.status && endsForUs(report.status)
          ? await this.refunds.wasRefusedForDispute(tx, purchase.id)
          : false,
    };
  }
}

/** @throws Error for a state that is not known here, so that a later version retries the event */
function toReport({
  id,
  amountCents,
  status,
  reason,
  evidenceDueBy,
  createdAt,
}: ProviderDispute): DisputeReport {
  if (!isDisputeState(status)) throw new Error(`dispute ${id} is in the unknown state '${status}'`);
  return {
    stripeDisputeId: id,
    amount: toDecimal(amountCents),
    status,
    reason,
    evidenceDueBy: isClosed(status) ? null : evidenceDueBy,
    openedAt: createdAt,
    closedAt: isClosed(status) ? new Date() : null,
  };
}

/** The transaction has locked the buyer. */
export async function publishReview(tx: Tx, disputes: DisputeRepository, buyerId: string): Promise<void> {
  const review = await disputes.updateReview(tx, buyerId);
  if (!review) return;
  const payload = { buyerId, ...review, at: new Date().toISOString() };
  tx.publish(buyerReviewChanged, payload, { key: `${buyerId}-${review.version}` });
}
