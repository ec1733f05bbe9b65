import { Injectable } from '@nestjs/common';
import type { Purchase } from '../database/entities/purchase.entity.js';
import { verdictOfError } from '../provider/error-verdict.js';
import { PaymentIntents } from '../provider/payment-intents.js';
import { verdictOfIntent } from '../provider/verdict.js';
import { type ChargeAnswer, expectationOf } from './charge-answer.js';

/** Before anything is sent again the intent is read: it says what became of what was sent. */
@Injectable()
export class ReadIntent {
  constructor(private readonly intents: PaymentIntents) {}

  async run(purchase: Purchase, intentId: string): Promise<ChargeAnswer> {
    const expected = expectationOf(purchase);
    try {
      const intent = await this.intents.read(intentId);
      return { purchase, step: 'read', verdict: verdictOfIntent(intent, expected) };
    } catch (error) {
      return { purchase, step: 'read', verdict: verdictOfError(error, 'read', expected) };
    }
  }
}
