import {
  billingDeclineCodes,
  declineCauseOf,
  offerCharged,
  offerDeclined,
  type PurchaseState,
  resolveCharge,
} from '@desk/contracts';
import { Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CustomerRepository } from '../cards/customer.repository.js';
import { unknownVerdict } from '../provider/verdict.js';
import {
  type ChargeOutcome,
  hasOutcome,
  purchaseTransitions,
  resolveDelayMs,
  toCharged,
} from './charge-rules.js';
import type { NewPurchase } from './charge.repository.js';
import type { StepResult } from './intent-steps.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';

/**
 * Commits what needs a lock on the purchase: a decline, a deferral, or a success that the single statement of
 * `ChargeOutcomeRecorder` could not record. Idempotent.
 */
@Injectable()
export class LockedOutcomeRecorder {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly customers: CustomerRepository,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * Opens the purchase of an offer that waited while billing was down, or whose buyer had no usable card, and declines
   * it at once. If only a card was missing and is usable now, it stays open.
   */
  async openDeclined(purchase: NewPurchase, isTooOld: boolean): Promise<PurchaseEntity> {
    const { offerId, leadId } = purchase;
    const { gaveUp, noCard } = billingDeclineCodes;
    const isNew = await this.transactions.run(async (tx) => {
      const opened = await this.purchases.insert(tx, purchase);
      if (opened && (isTooOld || !opened.cardUsable))
        await this.recordInTransaction(tx, opened.purchase, {
          kind: 'declined',
          code: isTooOld ? gaveUp : noCard,
        });
      return opened !== undefined;
    });
    if (isNew && isTooOld) this.logger.warn({ offerId, leadId }, 'charge of an old offer refused');
    return this.purchases.getByOffer(offerId);
  }

  /** Throws if the purchase has another intent by now. Logs an alarm if it has the opposite outcome. */
  async record(known: PurchaseEntity, outcome: ChargeOutcome): Promise<void> {
    const { id: purchaseId, stripePaymentIntentId: intentId } = known;
    const previous = await this.transactions.run(async (tx) => {
      const purchase = await this.purchases.lock(tx, purchaseId);
      if (hasOutcome(purchase.status)) return purchase.status;
      if (purchase.stripePaymentIntentId !== intentId)
        throw new Error(`purchase ${purchaseId} has another intent by now`);
      await this.recordInTransaction(tx, purchase, outcome);
      return purchase.status;
    });
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

  /**
   * Records that the outcome is unknown, and schedules the next attempt to resolve it. Does nothing if the purchase has
   * an outcome, or that attempt is already scheduled.
   */
  async defer({ purchase, step, verdict }: StepResult, attempt: number): Promise<void> {
    const { id, offerId, createAttempt, confirmAttempt } = purchase;
    const { reason, needsNewKey, isUnanswered } =
      verdict.kind === 'unknown' ? verdict : unknownVerdict(verdict.kind);
    this.logger.warn({ purchaseId: id, offerId, step, reason, attempt }, 'charge deferred');
    const nextAttempt = attempt + 1;
    await this.transactions.run(async (tx) => {
      const current = await this.purchases.lock(tx, id);
      if (hasOutcome(current.status) || current.resolveAttempt >= nextAttempt) return;
      purchaseTransitions.move(current.status, 'unknown');
      await this.purchases.setUnknown(tx, id, {
        resolveAttempt: nextAttempt,
        createAttempt: createAttempt + (needsNewKey && step === 'create' ? 1 : 0),
        confirmAttempt: confirmAttempt + (needsNewKey && step === 'confirm' ? 1 : 0),
        isUnanswered,
      });
      const delayMs = resolveDelayMs(nextAttempt, isUnanswered, Math.random);
      tx.publish(
        resolveCharge,
        { purchaseId: id, attempt: nextAttempt },
        { key: `${id}-${nextAttempt}`, delayMs },
      );
    });
  }

  /** Throws if the purchase already has an outcome. The caller holds the lock on `purchase`. */
  private async recordInTransaction(tx: Tx, purchase: PurchaseEntity, outcome: ChargeOutcome): Promise<void> {
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
        offerId: purchase.offerId,
        leadId: purchase.leadId,
        buyerId: purchase.userId,
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
