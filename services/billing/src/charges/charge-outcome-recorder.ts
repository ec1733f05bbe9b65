import { offerCharged } from '@desk/contracts';
import { Batcher, captureContext, type InContext, Transactions } from '@desk/outbox';
import { InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import { CUSTOMER_MISSING, type Verdict } from '../provider/verdict.js';
import { toCharged } from './charge-rules.js';
import { SUCCEED_WITH_INTENTS } from './charge.repository.js';
import { IntentSteps, type StepResult } from './intent-steps.js';
import { LockedOutcomeRecorder } from './locked-outcome-recorder.js';
import type { PurchaseEntity } from './purchase.entity.js';

/** An intent that succeeded. */
interface Success {
  readonly purchase: PurchaseEntity;
  readonly at: Date;
  readonly inContext: InContext;
}

/** Commits what a charge came to, together with the message that announces it. Idempotent. */
@Injectable()
export class ChargeOutcomeRecorder {
  private readonly successes = new Batcher((successes: readonly Success[]) =>
    this.recordSuccesses(successes),
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly intents: IntentSteps,
    private readonly lockedOutcomes: LockedOutcomeRecorder,
    @InjectLogger() private readonly logger: Logger,
  ) {}

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
    const isRecorded =
      verdict.kind === 'succeeded' &&
      (await this.successes.add({ purchase, at: new Date(), inContext: captureContext() }));
    if (!isRecorded) await this.lockedOutcomes.record(purchase, verdict);
    return true;
  }

  /** The usual case, in one round trip. Returns false for a purchase that has an outcome, or another intent. */
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
