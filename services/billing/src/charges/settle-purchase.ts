import { offerCharged, offerDeclined, type PurchaseState, toCents } from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { CustomersRepository } from '../database/repositories/customers.repository.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import { blamesCard } from '../provider/verdict.js';
import { isSettled, transition } from './purchase-transitions.js';

export type Outcome = { readonly kind: 'succeeded' } | { readonly kind: 'declined'; readonly code: string };

/** Step 4: the outcome and the word of it, in one transaction. Repeating it is harmless. */
@Injectable()
export class ChargeOutcomeRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchasesRepository,
    private readonly customers: CustomersRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** `intentId`: the intent that the outcome is of; null when it was settled that there is none. */
  async run(purchaseId: string, intentId: string | null, outcome: Outcome): Promise<void> {
    const before = await this.transactions.run(async (tx) => {
      const purchase = await this.purchases.lock(tx, purchaseId);
      if (isSettled(purchase.status)) return purchase.status;
      if (purchase.stripePaymentIntentId !== intentId)
        throw new Error(`purchase ${purchaseId} got another intent meanwhile`);
      await this.apply(tx, purchase, outcome);
      crashPoint('billing.before-outcome-commit');
      return purchase.status;
    });
    crashPoint('billing.after-outcome-commit');
    if (contradicts(before, outcome))
      this.logger.error(
        {
          alarm: 'outcome-contradicts-purchase',
          purchaseId,
          intentId,
          status: before,
          outcome: outcome.kind,
        },
        'the provider and the purchase disagree',
      );
  }

  /** Throws when the purchase may not be settled any more. The caller holds its lock. */
  async apply(tx: Tx, purchase: Purchase, outcome: Outcome): Promise<void> {
    const at = new Date();
    const about = { offerId: purchase.offerId, leadId: purchase.leadId, buyerId: purchase.userId };
    const options = { key: purchase.offerId };
    if (outcome.kind === 'succeeded') {
      transition(purchase.status, 'succeeded');
      await this.purchases.markSucceeded(tx, purchase.id, at);
      const amountCents = toCents(purchase.amount);
      const charged = { ...about, purchaseId: purchase.id, amountCents, chargedAt: at.toISOString() };
      tx.publish(offerCharged, charged, options);
      return;
    }
    transition(purchase.status, 'failed');
    const blameCard = blamesCard(outcome.code);
    await this.purchases.markFailed(tx, purchase.id, outcome.code);
    if (blameCard) await this.customers.blameCard(tx, purchase.userId, purchase.cardVersion);
    tx.publish(
      offerDeclined,
      {
        ...about,
        declineCode: outcome.code,
        declinedAt: at.toISOString(),
        cardVersion: purchase.cardVersion,
        blameCard,
      },
      options,
    );
  }
}

const contradicts = (settled: PurchaseState, outcome: Outcome): boolean =>
  isSettled(settled) && (settled === 'failed') === (outcome.kind === 'succeeded');
