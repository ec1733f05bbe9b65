import { billingDeclineCodes, type chargeOffer, type PayloadOf, resolveCharge } from '@desk/contracts';
import { Transactions } from '@desk/outbox';
import { crashPoint, InjectEnv, InjectLogger, type Logger, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CUSTOMER_MISSING, unknown, type UnknownVerdict, type Verdict } from '../provider/verdict.js';
import type { chargeSettings } from './charge-settings.js';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import { IntentSteps, type StepResult } from './intent-steps.js';
import { PurchaseOpener } from './purchase-opener.js';
import { hasOutcome, purchaseTransitions } from './purchase-transitions.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';
import { isOverdue, resolveDelayMs } from './resolve-schedule.js';

/**
 * Drives a charge from the request to its outcome: commits the purchase, creates an unconfirmed intent and commits its id,
 * confirms it, and commits the outcome. Any number of processes may work on the same purchase and crash at any line; each
 * one continues from what is committed.
 */
@Injectable()
export class ChargesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly purchases: PurchaseRepository,
    private readonly opener: PurchaseOpener,
    private readonly intents: IntentSteps,
    private readonly outcomes: ChargeOutcomeRecorder,
    @InjectEnv() private readonly env: SettingsOf<typeof chargeSettings>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async charge(offer: PayloadOf<typeof chargeOffer>): Promise<void> {
    crashPoint('billing.before-purchase');
    const purchase = await this.opener.open(offer);
    crashPoint('billing.after-purchase');
    if (purchase && !hasOutcome(purchase.status)) await this.advance(purchase, 0);
  }

  /** Ignores an attempt that a later one has replaced. */
  async resolve({ purchaseId, attempt }: PayloadOf<typeof resolveCharge>): Promise<void> {
    const purchase = await this.purchases.get(purchaseId);
    if (hasOutcome(purchase.status) || purchase.resolveAttempt > attempt) return;
    await this.advance(purchase, attempt);
  }

  /** Reads the intent and records its outcome, if it has one. Sends nothing that could change the intent. */
  async refresh(purchase: PurchaseEntity, intentId: string): Promise<Verdict> {
    const result = await this.intents.read(purchase, intentId);
    const { verdict } = result;
    if (verdict.kind === 'succeeded' || verdict.kind === 'declined')
      await this.outcomes.recordChargeOutcome(purchase, intentId, verdict);
    else this.logAlarm(result);
    return verdict;
  }

  private async advance(stale: PurchaseEntity, attempt: number): Promise<void> {
    const mustCancel = stale.cancelCode !== null || isOverdue(stale, new Date(), this.env.CHARGE_GIVE_UP_MS);
    let result = await this.readOrCreateIntent(stale, mustCancel);
    const { purchase } = result;
    const intentId = purchase.stripePaymentIntentId;
    if (intentId !== null) {
      if (result.verdict.kind === 'unconfirmed' && !mustCancel)
        result = await this.intents.confirm(purchase, intentId);
      const code = cancellationCode(result.verdict, mustCancel);
      if (code !== undefined) result = await this.intents.cancel(purchase, intentId, code, attempt);
    }
    await this.conclude(result, attempt);
  }

  private readOrCreateIntent(purchase: PurchaseEntity, mustCancel: boolean): Promise<StepResult> {
    const intentId = purchase.stripePaymentIntentId;
    if (intentId !== null) return this.intents.read(purchase, intentId);
    return mustCancel ? this.intents.findOrGiveUp(purchase) : this.intents.create(purchase);
  }

  private async conclude(result: StepResult, attempt: number): Promise<void> {
    const { purchase, step, verdict } = result;
    const { id: purchaseId, offerId } = purchase;
    if (verdict.kind === 'succeeded' || verdict.kind === 'declined') {
      await this.outcomes.recordChargeOutcome(purchase, purchase.stripePaymentIntentId, verdict);
      const code = verdict.kind === 'declined' ? verdict.code : undefined;
      this.logger.info(
        { purchaseId, offerId, outcome: verdict.kind, code, attempt },
        'charge outcome recorded',
      );
      return;
    }
    this.logAlarm(result);
    const inconclusive = verdict.kind === 'unknown' ? verdict : unknown(verdict.kind);
    this.logger.warn({ purchaseId, offerId, step, reason: inconclusive.reason, attempt }, 'charge deferred');
    await this.defer(result, inconclusive, attempt);
  }

  /**
   * Records that the outcome is unknown and schedules the next attempt to resolve it, in one transaction. Does nothing if
   * that attempt is already scheduled.
   */
  private async defer(
    { purchase, step }: StepResult,
    { needsNewKey, isUnanswered }: UnknownVerdict,
    attempt: number,
  ): Promise<void> {
    const { id, createAttempt, confirmAttempt } = purchase;
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
    crashPoint('billing.unknown-committed');
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

/** Returns why the intent must be canceled now, or undefined if it must not. */
function cancellationCode(verdict: Verdict, mustCancel: boolean): string | undefined {
  if (verdict.kind === 'cancel-first') return verdict.code;
  return verdict.kind === 'unconfirmed' && mustCancel ? billingDeclineCodes.gaveUp : undefined;
}
