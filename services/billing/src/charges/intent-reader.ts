import { Injectable } from '@nestjs/common';
import { interpretError } from '../provider/interpret-error.js';
import { interpretIntent } from '../provider/interpret-intent.js';
import { PaymentIntentClient } from '../provider/payment-intent-client.js';
import type { PurchaseEntity } from './purchase.entity.js';
import { type StepResult, toExpectedIntent } from './step-result.js';

/** Reads an intent before anything is resent, because an earlier request may have taken effect. */
@Injectable()
export class IntentReader {
  constructor(private readonly intents: PaymentIntentClient) {}

  async read(purchase: PurchaseEntity, intentId: string): Promise<StepResult> {
    const expected = toExpectedIntent(purchase);
    try {
      const intent = await this.intents.get(intentId);
      return { purchase, step: 'read', verdict: interpretIntent(intent, expected) };
    } catch (error) {
      return { purchase, step: 'read', verdict: interpretError(error, 'read', expected) };
    }
  }
}
