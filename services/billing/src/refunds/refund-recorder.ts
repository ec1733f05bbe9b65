import { randomUUID } from 'node:crypto';
import { resolveRefund, toCents } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { PurchaseEntity } from '../charges/purchase.entity.js';
import { PurchaseRepository } from '../charges/purchase.repository.js';
import { MoneyBackClient, type ProviderRefund } from '../provider/money-back-client.js';
import { unanswered } from '../provider/verdict.js';
import { MoneyBackRecorder } from './money-back-recorder.js';
import { type RefundEnd, RefundMetrics, toRefundEnd } from './refund-metrics.js';
import { isOpen, refundDelayMs, refundTransitions, toRefundState } from './refund-rules.js';
import type { RefundEntity } from './refund.entity.js';
import { type RefundChange, RefundRepository } from './refund.repository.js';

/** Commits what the provider knows of a payment's refunds, with the events that announce it. Idempotent. */
@Injectable()
export class RefundRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly refunds: RefundRepository,
    private readonly client: MoneyBackClient,
    private readonly moneyBack: MoneyBackRecorder,
    private readonly metrics: RefundMetrics,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Reads all refunds of a payment and records them. Throws if they could not be read. */
  async refresh(purchase: PurchaseEntity): Promise<void> {
    const { id, stripePaymentIntentId: intentId } = purchase;
    if (intentId === null) return;
    const answer = await this.client.readRefunds(intentId);
    if (answer.kind !== 'read')
      throw unanswered(
        `refunds of purchase ${id} could not be read`,
        answer.kind === 'unknown' ? answer : undefined,
      );
    await this.record(id, answer.refunds, answer.isComplete);
  }

  /**
   * Updates our refunds, and adds those that somebody made at the provider. Cancels unsent ones if the money is back.
   * @param isComplete whether `known` are all refunds of the payment
   */
  async record(purchaseId: string, known: readonly ProviderRefund[], isComplete: boolean): Promise<void> {
    const ended = await this.transactions.run(async (tx) => {
      const purchase = await this.purchases.lock(tx, purchaseId);
      const before = await this.refunds.listLocked(tx, purchaseId);
      const ends: (RefundEnd | undefined)[] = [];
      for (const refund of known) ends.push(await this.apply(tx, purchase, before, refund));
      const isGivenBack = await this.moneyBack.update(tx, purchase);
      if (isGivenBack && isComplete) ends.push(...(await this.cancelUnsent(tx, purchaseId)));
      return ends.filter((end) => end !== undefined);
    });
    for (const end of ended) this.metrics.countEnded(end);
  }

  /**
   * Ends a refund that the provider refused or did not let us read, or that is not needed. Does nothing if the refund
   * has changed since it was read: when a message arrives twice, the first arrival may have made the refund.
   */
  async end(
    { id, purchaseId, stripeRefundId }: RefundEntity,
    status: 'failed' | 'canceled',
    failureReason: string,
  ): Promise<void> {
    const hasEnded = await this.transactions.run(async (tx) => {
      await this.purchases.lock(tx, purchaseId);
      const refund = (await this.refunds.listLocked(tx, purchaseId)).find((row) => row.id === id);
      if (!refund || !isOpen(refund.status) || refund.stripeRefundId !== stripeRefundId) return false;
      await this.refunds.update(tx, id, { ...unchanged, status, failureReason });
      return true;
    });
    if (hasEnded) this.metrics.countEnded(status);
  }

  /**
   * Returns how this ended the refund, if it did. A refund of ours that ended without the provider's id stays ended: if
   * the provider has it after all, it is added as found there.
   */
  private async apply(
    tx: Tx,
    purchase: PurchaseEntity,
    rows: readonly RefundEntity[],
    known: ProviderRefund,
  ): Promise<RefundEnd | undefined> {
    const row =
      rows.find(({ stripeRefundId }) => stripeRefundId === known.id) ??
      rows.find(
        ({ id, status, stripeRefundId }) =>
          id === known.refundId && stripeRefundId === null && isOpen(status),
      );
    const change: RefundChange = {
      status: toRefundState(known.status),
      stripeRefundId: known.id,
      providerStatus: known.status,
      failureReason: known.failureReason,
    };
    if (row) {
      if (!refundTransitions.isAllowed(row.status, change.status)) return undefined;
      await this.refunds.update(tx, row.id, change);
      return toRefundEnd(row.status, change.status);
    }
    const id = await this.insertFound(tx, purchase, known);
    await this.refunds.update(tx, id, change);
    if (change.status === 'pending') this.publishNextRead(tx, id);
    return toRefundEnd('pending', change.status);
  }

  private async insertFound(tx: Tx, purchase: PurchaseEntity, known: ProviderRefund): Promise<string> {
    const { id: stripeRefundId, amountCents } = known;
    const id = randomUUID();
    await this.refunds.insertFound(tx, id, purchase.id, known);
    const ids = { purchaseId: purchase.id, offerId: purchase.offerId, refundId: id, stripeRefundId };
    if (amountCents < toCents(purchase.amount))
      this.logger.error({ ...ids, alarm: 'partial-refund', amountCents }, 'partial refund found at provider');
    else this.logger.info(ids, 'refund found at provider');
    return id;
  }

  private publishNextRead(tx: Tx, refundId: string): void {
    const delayMs = refundDelayMs(1, 'pending', Math.random);
    tx.publish(resolveRefund, { refundId, attempt: 1 }, { key: `${refundId}-1`, delayMs });
  }

  /** Cancels refunds that never reached the provider: the money is back already. */
  private async cancelUnsent(tx: Tx, purchaseId: string): Promise<RefundEnd[]> {
    const unsent = (await this.refunds.listLocked(tx, purchaseId)).filter(
      ({ status, stripeRefundId }) => isOpen(status) && stripeRefundId === null,
    );
    const change = { ...unchanged, status: 'canceled', failureReason: 'already_refunded' } as const;
    for (const { id } of unsent) await this.refunds.update(tx, id, change);
    return unsent.map(() => change.status);
  }
}

const unchanged = { stripeRefundId: null, providerStatus: null, failureReason: null } as const;
