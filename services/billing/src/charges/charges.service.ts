import { billingDeclineCodes, type chargeOffer, type PayloadOf, type resolveCharge } from '@desk/contracts';
import { crashPoint, InjectEnv, InjectLogger, type Logger, type SettingsOf } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { chargeSettings } from './charge-settings.js';
import { CUSTOMER_MISSING, unknown, type Verdict } from '../provider/verdict.js';
import { ChargeOutcomeRecorder } from './charge-outcome-recorder.js';
import { IntentCanceler } from './intent-canceler.js';
import { IntentConfirmer } from './intent-confirmer.js';
import { IntentCreator } from './intent-creator.js';
import { IntentReader } from './intent-reader.js';
import { PurchaseDeferrer } from './purchase-deferrer.js';
import { PurchaseOpener } from './purchase-opener.js';
import { hasOutcome } from './purchase-transitions.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';
import { isOverdue } from './resolve-schedule.js';
import type { StepResult } from './step-result.js';

/**
 * Drives a charge from the request to its outcome. Any number of processes may work on the same purchase and crash at
 * any line; each one continues from what is committed.
 */
@Injectable()
export class ChargesService {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly opener: PurchaseOpener,
    private readonly creator: IntentCreator,
    private readonly reader: IntentReader,
    private readonly confirmer: IntentConfirmer,
    private readonly canceler: IntentCanceler,
    private readonly outcomes: ChargeOutcomeRecorder,
    private readonly deferrer: PurchaseDeferrer,
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
    const result = await this.reader.read(purchase, intentId);
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
        result = await this.confirmer.confirm(purchase, intentId);
      const code = cancellationCode(result.verdict, mustCancel);
      if (code !== undefined) result = await this.canceler.cancel(purchase, intentId, code, attempt);
    }
    await this.conclude(result, attempt);
  }

  private readOrCreateIntent(purchase: PurchaseEntity, mustCancel: boolean): Promise<StepResult> {
    const intentId = purchase.stripePaymentIntentId;
    if (intentId !== null) return this.reader.read(purchase, intentId);
    return mustCancel ? this.creator.findOrGiveUp(purchase) : this.creator.create(purchase);
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
    await this.deferrer.defer(result, inconclusive, attempt);
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
