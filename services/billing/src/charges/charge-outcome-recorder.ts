import {
  declineCauseOf,
  offerCharged,
  offerDeclined,
  type PayloadOf,
  type PurchaseState,
  toCents,
} from '@desk/contracts';
import { Batcher, captureContext, type InContext, Transactions, type Tx } from '@desk/outbox';
import { crashPoint, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CustomerRepository } from '../cards/customer.repository.js';
import { hasOutcome, purchaseTransitions } from './purchase-transitions.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository, SUCCEED_WITH_INTENTS } from './purchase.repository.js';

export type ChargeOutcome =
  { readonly kind: 'succeeded' } | { readonly kind: 'declined'; readonly code: string };

/** An intent that succeeded. */
interface Success {
  readonly purchase: PurchaseEntity;
  readonly intentId: string;
  readonly at: Date;
  readonly inContext: InContext;
}

/** Commits the outcome of a charge together with the event that announces it. Idempotent. */
@Injectable()
export class ChargeOutcomeRecorder {
  private readonly successes = new Batcher((successes: readonly Success[]) =>
    this.recordSuccesses(successes),
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly customers: CustomerRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * `known` may be outdated.
   * @param intentId the intent that had this outcome; null if the purchase has none
   */
  async recordChargeOutcome(
    known: PurchaseEntity,
    intentId: string | null,
    outcome: ChargeOutcome,
  ): Promise<void> {
    if (outcome.kind === 'succeeded' && intentId !== null && (await this.recordSuccess(known, intentId)))
      crashPoint('billing.after-outcome-commit');
    else await this.recordLocked(known.id, intentId, outcome);
  }

  /** The usual case, in one round trip. Returns false if the purchase has an outcome, or another intent. */
  private recordSuccess(purchase: PurchaseEntity, intentId: string): Promise<boolean> {
    return this.successes.add({ purchase, intentId, at: new Date(), inContext: captureContext() });
  }

  private async recordSuccesses(successes: readonly Success[]): Promise<boolean[]> {
    crashPoint('billing.before-outcome-commit');
    const recorded = await this.transactions.announce(
      SUCCEED_WITH_INTENTS,
      [
        successes.map(({ purchase }) => purchase.id),
        successes.map(({ intentId }) => intentId),
        successes.map(({ at }) => at),
      ],
      offerCharged,
      successes.map(({ purchase, at, inContext }) => ({
        id: purchase.id,
        payload: toCharged(purchase, at),
        key: purchase.offerId,
        inContext,
      })),
    );
    return successes.map(({ purchase }) => recorded.has(purchase.id));
  }

  private async recordLocked(
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
    const options = { key: purchase.offerId };
    if (outcome.kind === 'succeeded') {
      purchaseTransitions.move(purchase.status, 'succeeded');
      this.purchases.setSucceeded(tx, purchase.id, at);
      tx.publish(offerCharged, toCharged(purchase, at), options);
      return;
    }
    purchaseTransitions.move(purchase.status, 'failed');
    const blameCard = declineCauseOf(outcome.code) === 'card';
    await this.purchases.setFailed(tx, purchase.id, outcome.code);
    if (blameCard) await this.customers.disableCard(tx, purchase.userId, purchase.cardVersion, outcome.code);
    tx.publish(
      offerDeclined,
      {
        ...toIds(purchase),
        declineCode: outcome.code,
        declinedAt: at.toISOString(),
        cardVersion: purchase.cardVersion,
        blameCard,
      },
      options,
    );
  }
}

const toIds = ({ offerId, leadId, userId: buyerId }: PurchaseEntity) => ({ offerId, leadId, buyerId });

const toCharged = (purchase: PurchaseEntity, at: Date): PayloadOf<typeof offerCharged> => ({
  ...toIds(purchase),
  purchaseId: purchase.id,
  amountCents: toCents(purchase.amount),
  chargedAt: at.toISOString(),
});

const isContradiction = (previous: PurchaseState, outcome: ChargeOutcome): boolean =>
  hasOutcome(previous) && (previous === 'failed') === (outcome.kind === 'succeeded');
