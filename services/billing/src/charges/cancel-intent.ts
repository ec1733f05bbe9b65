import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { PurchasesRepository } from '../database/repositories/purchases.repository.js';
import { verdictOfError } from '../provider/error-verdict.js';
import { PaymentIntents } from '../provider/payment-intents.js';
import { verdictOfIntent } from '../provider/verdict.js';
import { type ChargeAnswer, expectationOf } from './charge-answer.js';
import { cancelKey } from './idempotency-keys.js';

/** The lead may only go on when the intent can succeed no more. If it has succeeded meanwhile, the lead is sold. */
@Injectable()
export class CancelIntent {
  constructor(
    private readonly intents: PaymentIntents,
    private readonly purchases: PurchasesRepository,
  ) {}

  /** `round` counts the calls for one purchase. */
  async run(found: Purchase, intentId: string, code: string, round: number): Promise<ChargeAnswer> {
    await this.purchases.orderCancellation(found.id, code);
    const purchase = await this.purchases.get(found.id);
    const expected = expectationOf(purchase);
    try {
      const intent = await this.intents.cancel(intentId, cancelKey(purchase.offerId, round));
      return { purchase, step: 'cancel', verdict: verdictOfIntent(intent, expected) };
    } catch (error) {
      return { purchase, step: 'cancel', verdict: verdictOfError(error, 'cancel', expected) };
    }
  }
}
