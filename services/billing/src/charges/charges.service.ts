import type { chargeOffer, PayloadOf, resolveCharge } from '@desk/contracts';
import { crashPoint, InjectEnv, InjectLogger, type Logger } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import type { BillingEnv } from '../env.js';
import { CUSTOMER_MISSING, GAVE_UP, unknown, type Verdict } from '../provider/verdict.js';
import { CancelIntent } from './cancel-intent.js';
import type { ChargeAnswer } from './charge-answer.js';
import { ConfirmIntent } from './confirm-intent.js';
import { CreateIntent } from './create-intent.js';
import { OpenPurchase } from './open-purchase.js';
import { DeferPurchase } from './park-purchase.js';
import { isSettled } from './purchase-transitions.js';
import { ReadIntent } from './read-intent.js';
import { isOverdue } from './resolve-schedule.js';
import { ChargeOutcomeRecorder } from './settle-purchase.js';

/**
 * Takes a charge from the order to its outcome. Any number of processes may do so for the same purchase at once, and
 * be killed at any line: what is committed decides how it goes on.
 */
@Injectable()
export class ChargesService {
  constructor(
    private readonly purchases: PurchasesRepository,
    private readonly openPurchase: OpenPurchase,
    private readonly createIntent: CreateIntent,
    private readonly readIntent: ReadIntent,
    private readonly confirmIntent: ConfirmIntent,
    private readonly cancelIntent: CancelIntent,
    private readonly recordChargeOutcome: ChargeOutcomeRecorder,
    private readonly deferPurchase: DeferPurchase,
    @InjectEnv() private readonly env: Pick<BillingEnv, 'CHARGE_GIVE_UP_MS'>,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async charge(order: PayloadOf<typeof chargeOffer>): Promise<void> {
    crashPoint('billing.before-purchase');
    const purchase = await this.openPurchase.run(order);
    crashPoint('billing.after-purchase');
    if (!isSettled(purchase.status)) await this.advance(purchase, 0);
  }

  /** An attempt that was followed by another one already has nothing left to do. */
  async resolve({ purchaseId, attempt }: PayloadOf<typeof resolveCharge>): Promise<void> {
    const purchase = await this.purchases.get(purchaseId);
    if (isSettled(purchase.status) || purchase.resolveAttempt > attempt) return;
    await this.advance(purchase, attempt);
  }

  /** Looks what the provider says of the intent, and settles with it. Sends nothing. */
  async lookUp(purchase: Purchase, intentId: string): Promise<Verdict> {
    const answer = await this.readIntent.run(purchase, intentId);
    const { verdict } = answer;
    if (verdict.kind === 'succeeded' || verdict.kind === 'declined')
      await this.recordChargeOutcome.run(purchase.id, intentId, verdict);
    else this.raiseAlarm(answer);
    return verdict;
  }

  private async advance(found: Purchase, attempt: number): Promise<void> {
    const mustCancel =
      found.cancelCode !== null || isOverdue(found.firstRequestedAt, new Date(), this.env.CHARGE_GIVE_UP_MS);
    let answer = await this.look(found, mustCancel);
    const { purchase } = answer;
    const intentId = purchase.stripePaymentIntentId;
    if (intentId !== null) {
      if (answer.verdict.kind === 'unconfirmed' && !mustCancel)
        answer = await this.confirmIntent.run(purchase, intentId);
      const code = reasonToCancel(answer.verdict, mustCancel);
      if (code !== undefined) answer = await this.cancelIntent.run(purchase, intentId, code, attempt);
    }
    await this.conclude(answer, attempt);
  }

  private look(purchase: Purchase, mustCancel: boolean): Promise<ChargeAnswer> {
    if (purchase.stripePaymentIntentId !== null)
      return this.readIntent.run(purchase, purchase.stripePaymentIntentId);
    return mustCancel ? this.createIntent.giveUp(purchase) : this.createIntent.run(purchase);
  }

  private async conclude(answer: ChargeAnswer, attempt: number): Promise<void> {
    const { purchase, verdict } = answer;
    const { id: purchaseId, offerId } = purchase;
    if (verdict.kind === 'succeeded' || verdict.kind === 'declined') {
      await this.recordChargeOutcome.run(purchaseId, purchase.stripePaymentIntentId, verdict);
      const code = verdict.kind === 'declined' ? verdict.code : undefined;
      this.logger.info({ purchaseId, offerId, outcome: verdict.kind, code, attempt }, 'charge settled');
      return;
    }
    this.raiseAlarm(answer);
    const open = verdict.kind === 'unknown' ? verdict : unknown(verdict.kind);
    this.logger.warn(
      { purchaseId, offerId, step: answer.step, reason: open.reason, attempt },
      'charge unknown',
    );
    await this.deferPurchase.run(answer, open, attempt);
  }

  private raiseAlarm({ purchase, step, verdict }: ChargeAnswer): void {
    const about = { purchaseId: purchase.id, offerId: purchase.offerId, step };
    if (verdict.kind === 'mismatch')
      this.logger.error(
        {
          ...about,
          alarm: 'intent-mismatch',
          intentId: purchase.stripePaymentIntentId,
          fields: verdict.fields,
        },
        'the intent is not what was ordered',
      );
    if (verdict.kind === 'unknown' && verdict.alarm)
      this.logger.error(
        { ...about, alarm: 'provider-refuses-us', reason: verdict.reason },
        verdict.reason === CUSTOMER_MISSING
          ? 'the provider does not know the customer: are STRIPE_SECRET_KEY and STRIPE_API_BASE those of the account in which the cards were saved?'
          : 'the provider refuses our requests',
      );
  }
}

/** Why the intent must be cancelled now, if it must. */
function reasonToCancel(verdict: Verdict, mustCancel: boolean): string | undefined {
  if (verdict.kind === 'cancel-first') return verdict.code;
  return verdict.kind === 'unconfirmed' && mustCancel ? GAVE_UP : undefined;
}
