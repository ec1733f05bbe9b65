import { declineCauseOf, offerCharged, offerDeclined, type PurchaseState, toCents } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CustomerRepository } from '../cards/customer.repository.js';
import { hasOutcome, purchaseTransitions } from './purchase-transitions.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';

export type ChargeOutcome =
  { readonly kind: 'succeeded' } | { readonly kind: 'declined'; readonly code: string };

/** Step 4: commits the outcome of a charge together with the event that announces it. Idempotent. */
@Injectable()
export class ChargeOutcomeRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly customers: CustomerRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** @param intentId the intent that had this outcome; null if the purchase has none */
  async recordChargeOutcome(
    purchaseId: string,
    intentId: string | null,
    outcome: ChargeOutcome,
  ): Promise<void> {
    const previous = await this.transactions.run(async (tx) => {
      const purchase = await this.purchases.lock(tx, purchaseId);
      if (hasOutcome(purchase.status)) return purchase.status;
      if (purchase.stripePaymentIntentId !== intentId)
        throw new Error(`purchase ${purchaseId} has another intent by now`);
      await this.recordInTransaction(tx, purchase, outcome);
      crashPoint('billing.before-outcome-commit');
      return purchase.status;
    });
    crashPoint('billing.after-outcome-commit');
    if (isContradiction(previous, outcome))
      this.logger.error(
        {
          alarm: 'outcome-contradicts-purchase',
          purchaseId,
          intentId,
          status: previous,
          outcome: outcome.kind,
        },
        'charge outcome contradicted the recorded purchase',
      );
  }

  /** Throws if the purchase already has an outcome. The caller holds the lock on `purchase`. */
  async recordInTransaction(tx: Tx, purchase: PurchaseEntity, outcome: ChargeOutcome): Promise<void> {
    const at = new Date();
    const ids = { offerId: purchase.offerId, leadId: purchase.leadId, buyerId: purchase.userId };
    const options = { key: purchase.offerId };
    if (outcome.kind === 'succeeded') {
      purchaseTransitions.move(purchase.status, 'succeeded');
      this.purchases.setSucceeded(tx, purchase.id, at);
      const amountCents = toCents(purchase.amount);
      const charged = { ...ids, purchaseId: purchase.id, amountCents, chargedAt: at.toISOString() };
      tx.publish(offerCharged, charged, options);
      return;
    }
    purchaseTransitions.move(purchase.status, 'failed');
    const blameCard = declineCauseOf(outcome.code) === 'card';
    await this.purchases.setFailed(tx, purchase.id, outcome.code);
    if (blameCard) await this.customers.disableCard(tx, purchase.userId, purchase.cardVersion);
    tx.publish(
      offerDeclined,
      {
        ...ids,
        declineCode: outcome.code,
        declinedAt: at.toISOString(),
        cardVersion: purchase.cardVersion,
        blameCard,
      },
      options,
    );
  }
}

const isContradiction = (previous: PurchaseState, outcome: ChargeOutcome): boolean =>
  hasOutcome(previous) && (previous === 'failed') === (outcome.kind === 'succeeded');
