import {
  billingDeclineCodes,
  declineCauseOf,
  offerCharged,
  offerDeclined,
  type PayloadOf,
  type PurchaseState,
  resolveCharge,
  toCents,
} from '@desk/contracts';
import { Batcher, captureContext, type InContext, Transactions, type Tx } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CustomerRepository } from '../cards/customer.repository.js';
import { CUSTOMER_MISSING, unknown, type Verdict } from '../provider/verdict.js';
import { hasOutcome, purchaseTransitions, resolveDelayMs } from './charge-rules.js';
import { IntentSteps, type StepResult } from './intent-steps.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { type NewPurchase, PurchaseRepository, SUCCEED_WITH_INTENTS } from './purchase.repository.js';

type ChargeOutcome = Extract<Verdict, { kind: 'succeeded' | 'declined' }>;

/** An intent that succeeded. */
interface Success {
  readonly purchase: PurchaseEntity;
  readonly at: Date;
  readonly inContext: InContext;
}

/** Commits what a charge came to, together with the message that announces it or the next attempt. Idempotent. */
@Injectable()
export class ChargeOutcomeRecorder {
  private readonly successes = new Batcher((successes: readonly Success[]) =>
    this.recordSuccesses(successes),
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly customers: CustomerRepository,
    private readonly intents: IntentSteps,
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

  /** Reads the purchase's intent and records its outcome, if it has one. Sends nothing that could change the intent. */
  async refresh(purchase: PurchaseEntity): Promise<Verdict> {
    const { id, stripePaymentIntentId: intentId } = purchase;
    if (intentId === null) throw new Error(`purchase ${id} has no payment intent`);
    const result = await this.intents.read(purchase, intentId);
    await this.recordChargeOutcome(result);
    return result.verdict;
  }

  /**
   * Returns whether the provider's answer is an outcome. `result.purchase` may be outdated, so its intent is compared
   * with the stored one.
   */
  async recordChargeOutcome(result: StepResult): Promise<boolean> {
    const { purchase, verdict } = result;
    if (verdict.kind !== 'succeeded' && verdict.kind !== 'declined') {
      this.logAlarm(result);
      return false;
    }
    const isRecorded = verdict.kind === 'succeeded' && (await this.recordSuccess(purchase));
    if (!isRecorded) await this.recordLocked(purchase, verdict);
    return true;
  }

  /**
   * Records that the outcome is unknown and schedules the next attempt to resolve it, in one transaction. Does nothing if
   * that attempt is already scheduled.
   */
  async defer({ purchase, step, verdict }: StepResult, attempt: number): Promise<void> {
    const { id, offerId, createAttempt, confirmAttempt } = purchase;
    const { reason, needsNewKey, isUnanswered } =
      verdict.kind === 'unknown' ? verdict : unknown(verdict.kind);
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

  /** The usual case, in one round trip. Returns false if the purchase has an outcome, or another intent. */
  private recordSuccess(purchase: PurchaseEntity): Promise<boolean> {
    return this.successes.add({ purchase, at: new Date(), inContext: captureContext() });
  }

  private async recordSuccesses(successes: readonly Success[]): Promise<boolean[]> {
    const recorded = await this.transactions.announce(
      SUCCEED_WITH_INTENTS,
      [
        successes.map(({ purchase }) => purchase.id),
        successes.map(({ purchase }) => purchase.stripePaymentIntentId),
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

  private async recordLocked(known: PurchaseEntity, outcome: ChargeOutcome): Promise<void> {
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
        ...toIds(purchase),
        declineCode: outcome.code,
        declinedAt: at.toISOString(),
        cardVersion: purchase.cardVersion,
        blameCard,
      },
      options,
    );
  }

  private logAlarm({ purchase, step, verdict }: StepResult): void {
    const ids = { purchaseId: purchase.id, offerId: purchase.offerId };
    if (verdict.kind === 'mismatch') {
      const { stripePaymentIntentId: intentId } = purchase;
      this.logger.error(
        { ...ids, step, alarm: 'intent-mismatch', intentId, fields: verdict.fields },
        'payment intent did not match the purchase',
      );
    }
    if (verdict.kind === 'unknown' && verdict.needsAlarm)
      this.logger.error(
        { ...ids, step, alarm: 'provider-rejected-request', reason: verdict.reason },
        verdict.reason === CUSTOMER_MISSING
          ? 'provider request rejected: customer unknown. Check that STRIPE_SECRET_KEY and STRIPE_API_BASE belong to the account in which the cards were saved'
          : 'provider request rejected',
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
