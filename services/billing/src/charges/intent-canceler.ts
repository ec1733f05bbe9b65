import { Injectable } from '@nestjs/common';
import { interpretError } from '../provider/interpret-error.js';
import { interpretIntent } from '../provider/interpret-intent.js';
import { PaymentIntentClient } from '../provider/payment-intent-client.js';
import { cancelKey } from './idempotency-keys.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';
import { type StepResult, toExpectedIntent } from './step-result.js';

/** Makes sure that an intent can no longer succeed, so that the lead may go to the next buyer. */
@Injectable()
export class IntentCanceler {
  constructor(
    private readonly intents: PaymentIntentClient,
    private readonly purchases: PurchaseRepository,
  ) {}

  /**
   * Returns `succeeded` if the intent succeeded before it could be canceled; the lead is then sold.
   * `round` counts the calls for one purchase.
   */
  async cancel(stale: PurchaseEntity, intentId: string, code: string, round: number): Promise<StepResult> {
    await this.purchases.requestCancellation(stale.id, code);
    const purchase = await this.purchases.get(stale.id);
    const expected = toExpectedIntent(purchase);
    try {
      const intent = await this.intents.cancel(intentId, cancelKey(purchase.offerId, round));
      return { purchase, step: 'cancel', verdict: interpretIntent(intent, expected) };
    } catch (error) {
      return { purchase, step: 'cancel', verdict: interpretError(error, 'cancel', expected) };
    }
  }
}
